import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import { createKey } from '@/server/ops/companies';
import { contracts } from '@/resources/contracts';
import { document } from '@/testing/declared';
import { samplesFor } from '@/testing/samples';
import { openShop } from '@/testing/shop';
import { startTestService, type TestService } from '@/testing/service';
import { checks, runConformance, type Report } from './run';

const hasReport = JSON.stringify(document).includes('/api/secure/report/businessdaytx/');
const resources: Resource[] = Object.values(contracts);
let service: TestService;
let report: Report;
let readOnly: Report;
const sentReadOnly = new Set<string>();

/** Helsinki's and another tenant's keys; each list has a record of each kind that clients may create. */
beforeAll(async () => {
  service = await startTestService();
  const keyOf = (company: 'helsinki' | 'other') =>
    createKey(service.db, service.companies[company], 'conformance', 'admin');
  const send = await service.as('helsinki');
  const samples = samplesFor(send);
  for (const resource of resources.filter(({ access }) => access.create.roles.includes('admin'))) {
    await send('POST', `/api/secure/${resource.name}`, { json: await samples.full(resource) });
  }
  // A product with sales, to observe the sentence about its months.
  const { entity: product } = await send('POST', '/api/secure/plu', {
    json: await samples.full(contracts.plu),
  });
  const shop = await openShop(send, samples);
  const line = { number: 1, plu_id: product.id, name: 'Bun', qty: '1', total: '4.50', kind: 'sale' };
  await send('POST', '/api/secure/sales', {
    json: shop.receipt(await shop.openDay(), { data: { lines: [line] } }),
  });
  const target = { baseUrl: 'http://test', fetch: service.fetch, secondKey: await keyOf('other') };
  const key = await keyOf('helsinki');
  const watched = (request: Request) => {
    sentReadOnly.add(request.method);
    return service.fetch(request);
  };
  readOnly = await runConformance({ ...target, key, readOnly: true, fetch: watched });
  report = await runConformance({ ...target, key });
});
afterAll(() => service.close());

it('breaks no sentence', () => {
  expect(report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'note')).toEqual([]);
});

it('shows every sentence but those of resources that it does not have yet', () => {
  const has = (name: string) =>
    name === 'report' ? hasReport : resources.some((resource) => resource.name === name);
  const mayHide = checks.filter(({ on = [] }) => !on.every(has)).map(({ id }) => id);
  const hidden = report.results.filter(({ verdict }) => verdict === 'not shown by this server');
  expect(hidden.filter(({ id }) => !mayHide.includes(id))).toEqual([]);
});

it('keeps nothing active that the run made', async () => {
  expect(report.left).toEqual([]);
  const send = await service.as('helsinki');
  for (const name of ['plu', 'customer', 'discount', 'tender', 'location', 'dpt', 'tax']) {
    const { entities } = await send('GET', `/api/secure/${name}?pageSize=1000&active=true`);
    expect(entities.filter((entity) => entity.name.startsWith('conformance '))).toEqual([]);
  }
});

it('is looked at without a write where only reading is allowed', () => {
  expect([...sentReadOnly]).toEqual(['GET']);
  expect(readOnly.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  const seen = readOnly.results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  expect(seen).toEqual(
    expect.arrayContaining(['list-array', 'get-one', 'key-required-list', 'header-total']),
  );
  const writing = checks.filter(({ needs }) => needs === 'writing').map(({ id }) => id);
  expect(seen.filter((id) => writing.includes(id))).toEqual([]);
});
