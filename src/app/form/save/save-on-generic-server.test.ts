import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import { contracts } from '@/resources/contracts';
import { customer } from '@/resources/customer/contract';
import { plu } from '@/resources/plu/contract';
import type { BareBehaviour } from '../../../../e2e/generic-server/behaviour';
import { startBareServer, type BareServer } from '../../../../e2e/generic-server/server';
import { createClient, type Client } from '../../data/client';
import { interfaceServer } from '../../session/capabilities';
import { writeCell } from '../../grid/edit/write-cell';
import type { CellChange } from '../../grid/edit/cell-edits';
import { jsonText, parseRecord, toPlain, withValueAt, type JsonObject } from '@/record/json';
import type { Row } from '../../data/row';
import { saveRecord } from './save';
import { editOnGenericServer, editsOf } from './save-on-generic-server';
import { readRecord } from './stored-record';
import { newRecord } from '../engine/validate';

// The results of saving to servers whose behaviour the interface does not specify.

let server: BareServer;
let client: Client;
let id: string;
let before: { record: JsonObject; etag: string | null };

beforeAll(async () => {
  server = await startBareServer({ products: 1 });
  client = createClient({ baseUrl: server.url, key: server.key });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.behave({});
  const body = '{"name":"Maija","customer_num":7,"data":{"note":"old","ext":{"n":1.10}}}';
  id = String(JSON.parse((await client.post('customer', body)).text).id);
  before = await readRecord(client, customer, id);
});

const stored = () => server.records('customer').find((one) => one.id === id);
const withPhone = (phone: string): JsonObject =>
  ({ ...before.record, data: withValueAt(before.record['data'], ['phone'], phone) }) as JsonObject;
const save = (current: JsonObject) =>
  saveRecord({
    client,
    resource: customer,
    id,
    base: before.record,
    etag: null,
    current,
    server: interfaceServer,
    idempotencyKey: 'once',
  });
const deviationsIn = (saved: Awaited<ReturnType<typeof saveRecord>>) =>
  saved.kind === 'saved' ? saved.deviations.map(({ path }) => path.join('.')) : saved.kind;

describe('a save on another server', () => {
  const answers: readonly [says: string, does: Partial<BareBehaviour>][] = [
    ['nothing (204)', { putAnswer: () => undefined }],
    ['that all is well, in words of its own', { putAnswer: () => ({ status: 'ok' }) }],
    ['the record as it was before', { putAnswer: () => toPlain(before.record) }],
    ['what was sent alone', { putAnswer: () => ({ id, active: true, data: { phone: '1' } }) }],
    ['JSON that is cut short', { interceptAfter: cut }],
    [
      'a page',
      { interceptAfter: ({ method }) => (method === 'PUT' ? { status: 200, text: '<p>ok' } : null) },
    ],
    ['the record in an envelope', { putAnswer: (shown) => ({ result: shown }) }],
  ];
  for (const [says, does] of answers)
    it(`that answers ${says} is what is stored, and no difference is made up`, async () => {
      server.behave(does);
      const saved = await save(withPhone('1'));
      expect(deviationsIn(saved)).toEqual([]);
      expect(saved.record['data']).toEqual(withPhone('1')['data']);
      expect(stored()?.data['phone']).toBe('1');
    });

  it('that forgets what was not sent, or keeps its own idea of it, is told field by field', async () => {
    server.behave({ merged: (was, sent) => ({ id: was.id, active: true, data: {}, ...sent }) });
    expect(deviationsIn(await save({ ...before.record, name: 'Other' }))).toEqual([
      'customer_num',
      'data.note',
      'data.ext',
    ]);
    server.behave({
      merged: (was, sent) => ({ ...was, ...sent, id: was.id, data: was.data, name: 'THIRD' }),
    });
    before = await readRecord(client, customer, id);
    expect(deviationsIn(await save({ ...before.record, name: 'Third' }))).toEqual(['name']);
  });

  it('that ignores what was sent is not called saved', async () => {
    server.behave({ merged: (was) => was });
    await expect(save(withPhone('1'))).rejects.toMatchObject({ kind: 'ignored' });
    server.behave({ merged: (was) => was, putAnswer: () => undefined });
    await expect(save(withPhone('1'))).rejects.toMatchObject({ kind: 'ignored' });
  });

  it('that then refuses the key says so, and that cannot be read is told apart', async () => {
    const answerReads = (status: number) => {
      let isWritten = false;
      server.behave({
        putAnswer: () => undefined,
        intercept({ method, path }) {
          isWritten ||= method === 'PUT';
          return method === 'GET' && isWritten && path.includes(id)
            ? { status, text: JSON.stringify({ status }) }
            : null;
        },
      });
    };
    answerReads(401);
    await expect(save(withPhone('1'))).rejects.toMatchObject({ status: 401 });
    server.behave({});
    before = await readRecord(client, customer, id);
    answerReads(500);
    await expect(save(withPhone('2'))).rejects.toMatchObject({ kind: 'unverified' });
  });

  it('that numbers its records is saved on and created on', async () => {
    server.behave({ shown: (entity) => ({ ...entity, id: 42 }) });
    const made = await saveRecord({
      client,
      resource: customer,
      id: null,
      base: {},
      etag: null,
      current: { name: 'New', active: true, data: {} },
      server: interfaceServer,
      idempotencyKey: 'once',
    }).catch((error: unknown) => error);
    // There is no record 42 to read; it was created and named in the response.
    expect(made).toMatchObject({ kind: 'saved', deviations: [] });
  });

  it('carries no header that the interface does not name', async () => {
    const seen: string[] = [];
    server.behave({
      intercept: ({ method, headers }) => {
        if (method !== 'GET') seen.push(...Object.keys(headers));
        return null;
      },
    });
    await save(withPhone('2'));
    await saveRecord({
      client,
      resource: customer,
      id: null,
      base: {},
      etag: null,
      current: { name: 'New', active: true, data: {} },
      server: interfaceServer,
      idempotencyKey: 'once',
    });
    expect(seen).toContain('authorization');
    expect(seen.filter((name) => /idempotency|if-match|tillhouse/.test(name))).toEqual([]);
  });
});

describe('a cell on another server', () => {
  const say = (key: string) => key;
  const write = async (row: Row, value: string, field = 'name') => {
    const change: CellChange = { id: row.id, name: '', field, kind: 'text', value, typed: value };
    const resource = field === 'base_price' ? plu : customer;
    return writeCell({ client, resource, server: interfaceServer, say, separator: '.' }, row, change);
  };
  const row = () => toPlain(before.record) as Row;

  it('says when more was changed than was meant, and when something else was stored', async () => {
    server.behave({ merged: (was, sent) => ({ id: was.id, active: true, data: {}, ...sent }) });
    expect(await write(row(), 'Other')).toMatchObject({
      kind: 'saved',
      deviations: ['customer_num', 'data.note', 'data.ext'],
    });
    server.behave({ merged: (was) => ({ ...was, name: 'Their own' }) });
    const was = toPlain((await readRecord(client, customer, id)).record) as Row;
    expect(await write(was, 'Mine')).toMatchObject({ kind: 'deviating', row: { name: 'Their own' } });
  });

  it('is saved where decimals are numbers', async () => {
    server.behave({
      shown: (entity) =>
        'base_price' in entity ? { ...entity, base_price: Number(entity['base_price']) } : entity,
    });
    const [product] = server.records();
    const { record } = await readRecord(client, plu, product?.id ?? '');
    expect(await write(toPlain(record) as Row, '4.75', 'base_price')).toMatchObject({
      kind: 'saved',
      deviations: [],
    });
    expect(server.records()[0]?.['base_price']).toBe('4.75');
  });
});

describe('values that are edited in many records', () => {
  const target = () => ({ client, resource: customer });
  const active = (after: boolean) => [{ path: ['active'], after }];

  it('are compared with what is stored', async () => {
    const edited = await editOnGenericServer(target(), id, active(false));
    expect(edited).toMatchObject({ kind: 'saved', deviations: [] });
    expect(stored()).toMatchObject({ active: false, name: 'Maija', data: { note: 'old' } });
    expect(await editOnGenericServer(target(), id, active(false))).toMatchObject({ deviations: [] });
    server.behave({ merged: (was, sent) => ({ id: was.id, active: true, data: {}, ...sent }) });
    const more = await editOnGenericServer(target(), id, active(true));
    expect(more.kind === 'saved' && more.deviations.map(({ path }) => path.join('.'))).toContain('name');
    server.behave({ merged: (was) => was });
    await expect(editOnGenericServer(target(), id, active(false))).rejects.toMatchObject({ kind: 'ignored' });
  });

  it('keep every other value and every digit, and are taken back', async () => {
    const row = toPlain(before.record) as Row;
    const edited = await editOnGenericServer(
      target(),
      id,
      editsOf(parseRecord('{"name":"Aino","data":{"note":null,"phone":"1"}}'), row),
    );
    expect(toPlain(stored() as JsonObject)).toMatchObject({
      name: 'Aino',
      customer_num: 7,
      data: { phone: '1' },
    });
    expect(jsonText(edited.record)).toContain('"n":1.10');
    await editOnGenericServer(target(), id, edited.back);
    const now = await readRecord(client, customer, id);
    // This server keeps a null where a merging one takes the value away.
    expect(now.record['data']).toEqual({ ...(before.record['data'] as JsonObject), phone: null });
    expect(now.record['name']).toBe('Maija');
  });

  it('are not written over what somebody changed since, and are where somebody else has set the same', async () => {
    const row = toPlain(before.record) as Row;
    const edits = editsOf(parseRecord('{"name":"Aino"}'), row);
    await client.put('customer', id, '{"name":"Theirs"}');
    expect(await editOnGenericServer(target(), id, edits)).toMatchObject({ kind: 'stale' });
    expect(stored()).toMatchObject({ name: 'Theirs' });
    await client.put('customer', id, '{"name":"Aino","customer_num":8}');
    expect(await editOnGenericServer(target(), id, edits)).toMatchObject({ kind: 'saved' });
    expect(toPlain(stored() as JsonObject)).toMatchObject({ name: 'Aino', customer_num: 8 });
  });
});

/** The first half of a record, as after a lost connection. */
function cut({ method }: { method: string }) {
  return method === 'PUT' ? { status: 200, text: `{"id":"${id}","active":true,"da` } : null;
}

describe('a new record on another server', () => {
  it.each(
    Object.values<Resource>(contracts)
      .filter(({ uniform }) => uniform)
      .map((one) => [one.name, one] as const),
  )('of %s is sent without what nobody filled in: no null stands at its top', async (_, resource) => {
    const base = newRecord(resource);
    const sent: string[] = [];
    const post: Client['post'] = async (_name, body) => {
      sent.push(body);
      return { text: `{"id":"${id}","active":true,"data":{}}`, etag: null };
    };
    const current = { ...base, name: 'New' };
    const told = { ...client, post };
    await saveRecord({
      client: told,
      resource,
      id: null,
      base,
      etag: null,
      current,
      server: interfaceServer,
      idempotencyKey: 'once',
    }).catch(() => undefined);
    const [body = '{}'] = sent;
    expect(Object.values(JSON.parse(body))).not.toContain(null);
    expect(JSON.parse(body)).toMatchObject({ active: true, name: 'New', data: {} });
  });

  it('is taken by a server that wants an integer for the number of a customer', async () => {
    const base = newRecord(customer);
    const saved = await saveRecord({
      client,
      resource: customer,
      id: null,
      base,
      etag: null,
      current: { ...base, name: 'Ada' },
      server: interfaceServer,
      idempotencyKey: 'once',
    });
    expect([saved.kind, saved.record['name'], 'customer_num' in saved.record]).toEqual([
      'saved',
      'Ada',
      false,
    ]);
    const refused = client.post('customer', '{"name":"Ada","customer_num":null}');
    await expect(refused).rejects.toMatchObject({ status: 422 });
  });
});
