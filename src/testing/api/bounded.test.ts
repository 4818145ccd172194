import { beforeAll, describe, expect, it } from 'vitest';
import { filterNames } from '@/contract/paging';
import type { Resource } from '@/contract/resource';
import type { Json } from '../answer';
import { enlarge } from '../database/large-company';
import { readPlans, type Scan } from '../database/read-plans';
import { openShop, soundReceipt, type Shop } from '../shop';
import { pathOf, resources, stage, unknownId } from './start';

// What a question reads follows from what it asks for, not from how much there is. PostgreSQL says what it read: each
// statement's plan, as it ran under its real role, policies and settings, on tables with statistics.

/** A bounded question: a page of a hundred rows at most, one record, an array of three, a day with few receipts. */
const mostRows = 1000;

/** Parameters of lists that read everything, by name: each with the reason. */
const unbounded: Readonly<Record<string, string>> = {
  company_id: 'the whole company fits',
  status: 'one of few values: each fits a large part of the company',
  type: 'one of few values, as status',
  currency: 'one of few values, as status',
  role: 'one of few values, as status',
  role_id: 'a company has few people, and few roles of its own',
  counts_as: 'one of few values, as status',
  use: 'one of few values, as status',
  origin: 'one of few values, as status',
  frequency: 'one of few values, as status',
  made_by_id: 'few people make change sets: each made a large part of them',
  due_by_id: 'as made_by_id',
  rate: 'a company has few taxes',
  not_sold: 'what was not sold is found by looking at each product: sums have only what was',
};
/** The orders that have an index of their own; the others sort what fits. */
const indexed = { page: ['name', 'modified_at'], cursor: ['modified_at'] };
/** What a report reads besides its day: the company's rates, means of payment and registers, which are few. */
const few = ['tax', 'tender', 'pos', 'businessday'];

const on = stage();
const large = { plu: 100_000, sales: 20_000, event: 50_000 };
const others = 2500;

let scansSince: () => Scan[] = () => [];
let shop: Shop;
let day: string;

beforeAll(async () => {
  const { service, send, samples } = on;
  for (const [, resource] of resources)
    await send('POST', pathOf(resource), { json: await samples.full(resource) });
  shop = await openShop(send, samples);
  day = await shop.openDay();
  await send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '1') });
  const kept = {
    status: 't.status',
    type: 't.type',
    currency: 't.currency',
    role: 't.role',
    counts_as: 't.counts_as',
    use: 't.use',
    frequency: 't.frequency',
    language: 't.language',
    subject: 't.subject',
    origin: 't.origin',
    apply_at: 't.apply_at',
    revert_at: 't.revert_at',
  };
  const tables = resources.map(([table]) => ({
    table,
    rows: others,
    values: kept,
    ...(table in large && { rows: large[table as 'plu'] }),
    // A company has few that are active.
    ...(table === 'webhook' && { values: { ...kept, active: 'false' } }),
  }));
  await enlarge(service.url, service.companies.helsinki, [
    ...tables,
    {
      table: 'event',
      rows: large.event,
      values: {
        entity: 't.entity',
        action: 't.action',
        payload: 'null',
        before: 'null',
        after: 'null',
      },
    },
  ]);
  scansSince = await readPlans(service);
  // The first requests of a key and of a connection ask about themselves.
  await on.send('GET', '/api/secure/me');
}, 160_000);

/** Asks several times, because PostgreSQL may change to a plan for any values; returns what read too much. */
async function readTooMuch(
  method: string,
  path: string,
  json?: () => Promise<Json | Json[]> | Json | Json[],
  times = 7,
) {
  scansSince();
  for (let time = 0; time < times; time += 1) {
    const answer = await on.send(method, path, json && { json: await json() });
    expect([method, path, answer.status < 300 ? 'done' : answer.text]).toEqual([method, path, 'done']);
  }
  const scans = scansSince();
  expect(scans.length).toBeGreaterThan(0);
  return scans
    .filter(({ rows }) => rows > mostRows)
    .map(
      ({ of, rows, statement }) => `${method} ${path}: ${of}, ${rows} rows: ${statement.trim().slice(0, 80)}`,
    );
}

describe.each(resources)('with many rows, of %s', (_, resource) => {
  let id: string;
  beforeAll(async () => {
    id = (await on.send('POST', pathOf(resource), { json: await bodyOf(resource) })).entity.id;
  });

  it('one record is read, created, saved and saved again without reading the others', async () => {
    const found = [
      ...(await readTooMuch('GET', pathOf(resource, id))),
      ...(await readTooMuch('POST', pathOf(resource), () => bodyOf(resource))),
    ];
    if (!resource.acceptedOnce) {
      found.push(...(await readTooMuch('PUT', pathOf(resource, id), () => ({ name: crypto.randomUUID() }))));
      found.push(...(await readTooMuch('POST', pathOf(resource), () => ({ id, name: crypto.randomUUID() }))));
    }
    expect(found).toEqual([]);
  });

  it('an array is written without reading the others', async () => {
    const array = async () => [
      await bodyOf(resource),
      ...(resource.acceptedOnce ? [] : [{ id, name: crypto.randomUUID() }]),
      await bodyOf(resource),
    ];
    expect(await readTooMuch('POST', pathOf(resource), array)).toEqual([]);
  });
});

describe.each(resources)('with many rows, a list of %s', (_, resource) => {
  const parameters = async (): Promise<string[]> => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await bodyOf(resource) });
    const others: Readonly<Record<string, string>> = {
      date_from: '2999-01-01',
      date_until: '1000-01-01',
      completed_from: '2999-01-01T00:00:00Z',
      completed_until: '1000-01-01T00:00:00Z',
      due_until: '1000-01-01T00:00:00Z',
      below_cost: 'true',
      low_margin: 'true',
      no_barcode: 'true',
    };
    const filters = filterNames(resource)
      .filter((filter) => !(filter in unbounded))
      .map((filter) => `${filter}=${valueOf(entity[filter]) ?? others[filter] ?? unknownId}`);
    const sorts = resource.sorts
      .filter((sort) => indexed[resource.paging].includes(sort))
      .flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]);
    return [
      '',
      'limit=100',
      'active=true',
      'active=false',
      `modified_since=${new Date().toISOString()}`,
      ...filters,
      ...sorts,
    ];
  };

  it('reads what it answers, by each filter and each order', async () => {
    const found: string[] = [];
    for (const parameter of await parameters())
      found.push(...(await readTooMuch('GET', `${pathOf(resource)}?${parameter}`, undefined, 1)));
    // A margin depends on the rate of the tax, and a company has few taxes.
    const ofTaxes = /plu\?(?:below_cost|low_margin)=true: \S+ Scan tax /;
    expect(found.filter((line) => !ofTaxes.test(line))).toEqual([]);
  });
});

describe('with many rows', () => {
  it('a day is reported, closed, given a late report, reopened and exported by its own receipts', async () => {
    const path = `/api/secure/businessday/${day}`;
    const report = await readTooMuch('GET', `/api/secure/report/businessdaytx/${day}`, undefined, 1);
    const found = report.filter((line) => !few.some((table) => line.includes(` ${table}`)));
    for (const body of [
      { status: 'closed' },
      { status: 'open', data: { note: 'Counted again' } },
      { status: 'closed' },
      { status: 'exported', data: { voucher_num: crypto.randomUUID(), note: 'Counted again, and exported' } },
    ])
      found.push(...(await readTooMuch('PUT', path, () => body, 1)));
    expect(found).toEqual([]);
  });

  it('the trail of one record, and of everybody, newest first', async () => {
    const found: string[] = [];
    for (const query of [
      `entity=plu&entity_id=${unknownId}`,
      'sort=-at',
      'limit=100',
      `user_id=${unknownId}`,
    ])
      found.push(...(await readTooMuch('GET', `/api/secure/event?${query}`, undefined, 1)));
    expect(found).toEqual([]);
  });
});

/** Returns a field's value as a parameter; null if it has none. */
const valueOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : null;

const bodyOf = async (resource: Resource): Promise<Json> => {
  if (resource.name === 'sales') return soundReceipt(shop, day, crypto.randomUUID());
  return on.samples.full(resource);
};
