import { describe, expect, it } from 'vitest';
import { formatDecimal } from '@/app/i18n/format';
import type { Format } from '@/app/i18n/formats';
import { withServerFields, withValues } from '@/app/form/history/restore-version';
import { saveRecord } from '@/app/form/save/save';
import { ownServer } from '@/app/session/capabilities';
import { readRecord } from '@/app/form/save/stored-record';
import { setActive } from '@/app/grid/selection/bulk';
import { writeCell } from '@/app/grid/edit/write-cell';
import { selectedRow } from '@/app/grid/selection/selection';
import type { Row } from '@/app/data/row';
import { textOf } from '@/app/form/engine/number-text';
import { sameText } from '@/record/diff';
import {
  isArray,
  isObject,
  parseJson,
  parseRecord,
  valueAt,
  withoutKey,
  withValueAt,
  type Json,
  type JsonObject,
} from '@/record/json';
import { linesOf } from '@/resources/event/use-event-texts';
import { plu } from '@/resources/plu/contract';
import { clientStage } from '@/testing/over-http';

const on = clientStage();

const make = async (resource: string, body: string) =>
  textOf(parseRecord((await on.client.post(resource, body)).text)['id']);

async function product(): Promise<string> {
  const grp = await make('grp', '{"name":"Bakery"}');
  const dpt = await make('dpt', `{"name":"Bread","grp_id":"${grp}"}`);
  const tax = await make('tax', '{"name":"13.5 %","rate":"13.5","code":"A"}');
  return make(
    'plu',
    `{"name":"Bun","dpt_id":"${dpt}","tax_id":"${tax}","base_price":"3.50","data":{"tags":["a"]}}`,
  );
}

const common = { resource: plu, server: ownServer, idempotencyKey: 'one' };
const read = (id: string) => readRecord(on.client, plu, id);

/** Saves a typed value as the form does. */
async function type(id: string, path: string[], value: Json | undefined) {
  const { record, etag } = await read(id);
  const current = withValueAt(record, path, value);
  if (!isObject(current)) throw new Error('No record');
  return saveRecord({ ...common, client: on.client, id, base: record, etag, current });
}

const put = (id: string, body: string) => on.client.put('plu', id, body);

/** Reads the product as a list row. */
async function rowOf(id: string) {
  const [row] = (await on.client.list<Row>('plu', { id })).rows;
  if (!row) throw new Error('The product is in no list');
  return row;
}

/** Saves a value as a list cell does. */
async function cell(id: string, field: string, value: string) {
  const place = {
    client: on.client,
    resource: plu,
    server: ownServer,
    say: (key: string) => key,
    separator: '.',
  } as const;
  const change = { id, name: 'Bun', field, kind: 'decimal', value, typed: value } as const;
  expect(await writeCell(place, await rowOf(id), change)).toMatchObject({ kind: 'saved' });
}

/** Activates or deactivates as the bulk action of a list does. */
async function bulk(id: string, active: boolean) {
  const { signal } = new AbortController();
  const options = { ownCompany: null, signal, progress: () => undefined };
  const done = await setActive(on.client, plu, [selectedRow(await rowOf(id))], active, options);
  expect(done).toMatchObject({ failed: [], changed: [{ id, active }] });
}

/** Restores a version as the dialog of versions does. */
async function restoreVersion(id: string, version: string) {
  const then = (await eventsOf(id))
    .map((event) => event['after'])
    .find((after) => isObject(after) && textOf(after['version']) === version);
  if (!isObject(then)) throw new Error(`There is no version ${version}`);
  const { record, etag } = await read(id);
  const current = withServerFields(plu, record, then);
  const saved = await saveRecord({
    ...common,
    client: on.client,
    id,
    base: record,
    etag,
    current,
    exact: true,
  });
  expect(saved.kind).toBe('saved');
  return then;
}

/** Restores a single field from the first version. */
async function restoreField(id: string, field: string) {
  const { record, etag } = await read(id);
  const created = (await eventsOf(id)).at(-1)?.['after'];
  if (!isObject(created)) throw new Error('There is no first version');
  const current = withValues(record, [[field]], created);
  await saveRecord({ ...common, client: on.client, id, base: record, etag, current, exact: true });
}

async function eventsOf(id: string): Promise<JsonObject[]> {
  const { data } = parseRecord(await on.client.text(`/api/secure/event?entity_id=${id}&sort=-at&limit=100`));
  return isArray(data) ? data.filter(isObject) : [];
}

/** Returns a version without the fields that the service writes. */
const contentOf = (record: JsonObject): Json => {
  const own = ['version', 'modified_at', 'sales_history'].reduce(withoutKey, record);
  return withValueAt(own, ['data', 'modified_at'], undefined) ?? null;
};

describe('a product that was changed twenty times in different ways', () => {
  it('has twenty events that read as sentences, and its tenth version comes back to the digit', async () => {
    const id = await product();
    const first = (await read(id)).record;
    const changes: (() => Promise<unknown>)[] = [
      () => type(id, ['base_price'], '4.10'),
      () => type(id, ['data', 'cost_price'], parseJson('1.180')),
      () => put(id, '{"data":{"unknown":{"deep":[1.0,null],"nothing":null}}}'),
      () => on.client.post('plu', `[{"id":"${id}","receipt_name":"BUN"},{"id":"${id}","memo":"Twice"}]`),
      () => bulk(id, false),
      () => type(id, ['data', 'tags'], ['a', 'b']),
      () => on.client.post('plu', `{"id":"${id}","data":{"long":1.23456789012345678901234567890}}`),
      () => put(id, '{"data":{"later_null":"a value","later_value":null}}'),
      // Ten versions so far; each of the following steps changes, removes or adds one value.
      () => type(id, ['name'], 'Cinnamon bun'),
      () => put(id, '{"data":{"cost_price":1.18}}'),
      () => put(id, '{"data":{"unknown":null}}'),
      () => bulk(id, true),
      () => put(id, '{"data":{"long":2,"added":{"a":1,"b":null}}}'),
      () => put(id, '{"data":{"later_null":null,"later_value":"a value","null_added":null}}'),
      () => restoreField(id, 'base_price'),
      () => type(id, ['data', 'tags'], ['c']),
      () => put(id, '{"data":{"unknown":"no object any more"}}'),
      () => cell(id, 'base_price', '4.1'),
      () => type(id, ['memo'], 'A last word'),
    ];
    for (const change of changes) await change();
    const events = await eventsOf(id);
    expect(events).toHaveLength(21);

    const words = {
      resource: plu,
      say: (key: string) => ({ base_price: 'Price', active: 'Active', 'data.tags': 'Tags' })[key] ?? key,
      tell: (key: string) => key,
      format: format(),
      nameOf: () => undefined,
    };
    for (const event of events) expect(linesOf(event, words)).not.toEqual([]);
    const lines = events
      .toReversed()
      .flatMap((event) => linesOf(event, words).map((line) => [line.label, line.was, line.now]));
    expect(lines).toContainEqual(['Price', '3,50', '4,10']);
    expect(lines).toContainEqual(['Active', 'yes', 'no']);
    expect(lines).toContainEqual(['Tags', undefined, '+ b']);
    expect(lines).toContainEqual(['cost_price', 'empty', '1,180']);

    const tenth = await restoreVersion(id, '10');
    const back = (await read(id)).record;
    expect(sameText(contentOf(back), contentOf(tenth))).toBe(true);
    expect(sameText(contentOf(back), contentOf(first))).toBe(false);
    const [last] = await eventsOf(id);
    expect(last).toMatchObject({ action: 'update', who: 'a manager' });
  });

  it('has one field put back alone', async () => {
    const id = await product();
    await put(id, '{"base_price":"4.00","memo":"Changed"}');
    await restoreField(id, 'base_price');
    const back = (await read(id)).record;
    expect([back['base_price'], back['memo']]).toEqual(['3.50', 'Changed']);
  });

  it('is not put back over what somebody else saved in between', async () => {
    const id = await product();
    await put(id, '{"base_price":"4.00"}');
    const { record, etag } = await read(id);
    const created = (await eventsOf(id)).at(-1)?.['after'];
    await put(id, '{"memo":"In between"}');
    if (!isObject(created)) throw new Error('There is no first version');
    const current = withServerFields(plu, record, created);
    const result = await saveRecord({
      ...common,
      client: on.client,
      id,
      base: record,
      etag,
      current,
      exact: true,
    });
    expect(result.kind).toBe('stale');
    const now = (await read(id)).record;
    expect([now['base_price'], now['memo']]).toEqual(['4.00', 'In between']);
    expect(valueAt(now, ['data', 'tags'])).toEqual(['a']);
  });
});

function format(): Format {
  const text = (value: unknown) => textOf(typeof value === 'string' ? value : null);
  const made: Format = {
    locale: 'fi-FI',
    currency: '€',
    code: 'EUR',
    scale: 2,
    of: () => made,
    moneyIn: text,
    money: text,
    decimal: (value: unknown) => formatDecimal(value, 'fi-FI'),
    count: String,
    moment: text,
    momentLong: text,
    day: text,
  };
  return made;
}
