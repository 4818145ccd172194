import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contracts } from '@/resources/contracts';
import { samplesFor, type Samples } from '../../samples';
import { pathOf, resources, stage } from '../start';
import { proveScopeIsAway } from './without-scoped-sql';

// Both reference checks are switched off, so that only the policies refuse.
vi.mock(import('@/server/read/visibility'), async (original) => ({
  ...(await original()),
  ...(await import('./without-scoped-sql')).withoutScopedSql,
}));
vi.mock(import('@/server/write/references'), async (original) => ({
  ...(await original()),
  missingReferences: async () => [],
}));

const on = stage();

beforeAll(() => proveScopeIsAway(on.service));

it('takes a record of another company once the policies are off, too: no other check refuses it', async () => {
  const { db } = on.service;
  const theirs = await on.service.as('tampere');
  const { entity } = await theirs('POST', '/api/secure/dpt', {
    json: await samplesFor(theirs).minimal(contracts.dpt),
  });
  const json = { ...(await on.samples.minimal(contracts.plu)), dpt_id: entity.id };
  for (const table of ['plu', 'dpt'])
    await sql`alter table ${sql.table(table)} disable row level security`.execute(db);
  expect((await on.send('POST', '/api/secure/plu', { json })).status).toBe(201);
  for (const table of ['plu', 'dpt'])
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
  expect((await on.send('POST', '/api/secure/plu', { json })).status).toBe(403);
});

// One for each company: the samples of two would use the same voucher numbers.
const samplesOf = new Map<string, Samples>();

const referring = resources.flatMap(([name, resource]) =>
  Object.entries(resource.fields).flatMap(([field, { references }]) =>
    references ? [{ name, resource, field, target: references }] : [],
  ),
);

describe.each(referring)('$name.$field, with no check but the policies', ({ resource, field, target }) => {
  it.each(['tampere', 'other'] as const)('does not take a record of %s', async (whose) => {
    const theirs = await on.service.as(whose);
    const samples = samplesOf.get(whose) ?? samplesFor(theirs);
    samplesOf.set(whose, samples);
    const [, to = resource] = resources.find(([known]) => known === target) ?? [];
    const { entity } = await theirs('POST', pathOf(to), { json: await samples.full(to) });
    const own = await on.samples.minimal(resource);
    const { entity: stored } = await on.send('POST', pathOf(resource), { json: own });
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(resource.name)}`.execute(on.service.db))
        .rows[0]?.n;
    const before = await count();
    const made = await on.send('POST', pathOf(resource), { json: { ...own, [field]: entity.id } });
    const changed = await on.send('PUT', pathOf(resource, stored.id), { json: { [field]: entity.id } });
    expect([made.status >= 400, changed.status >= 400]).toEqual([true, true]);
    expect([made.status < 500, changed.status < 500]).toEqual([true, true]);
    expect(await count()).toBe(before);
    expect((await on.send('GET', pathOf(resource, stored.id))).entity).toEqual(stored);
  });
});
