import { sql } from 'kysely';
import { expect } from 'vitest';
import type * as visibility from '@/server/read/visibility';
import { contracts } from '@/resources/contracts';
import { samplesFor } from '../../samples';
import type { TestService } from '../../service';

const everyCompany: string[] = [];

/**
 * The scoped SQL without its scope: every row of every company and tenant is visible, so that only row-level security
 * separates them. Typed by the module that it stands in for: a guard that is renamed is an error of the compiler.
 */
export const withoutScopedSql = {
  isVisible: () => sql`true`,
  isOfCompany: (_caller, company) => sql`t.company_id = ${company}`,
  visibleCompanies: () => everyCompany,
  hasOneVisibleCompany: () => false,
} satisfies Partial<typeof visibility>;

/**
 * Proves that the scoped SQL is away before a suite relies on it: with the policies off as well, a company reads the
 * record of another tenant, in a list and by its id. Call it when all companies are there; it turns the policies on again.
 */
export async function proveScopeIsAway({ db, as }: TestService): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct id from company`.execute(db);
  everyCompany.splice(0, Infinity, ...rows.map(({ id }) => id));
  const theirs = await as('other');
  const body = { ...(await samplesFor(theirs).minimal(contracts.supplier)), name: 'Of another tenant' };
  const { entity } = await theirs('POST', '/api/secure/supplier', { json: body });
  const mine = await as('helsinki');
  const read = async () => {
    const list = await mine('GET', '/api/secure/supplier?pageSize=999&sort=name');
    const one = await mine('GET', `/api/secure/supplier/${entity.id}`);
    return [list.text.includes('Of another tenant'), one.status];
  };
  await sql`alter table supplier disable row level security`.execute(db);
  expect(await read()).toEqual([true, 200]);
  await sql`alter table supplier enable row level security`.execute(db);
  // A list may be kept as bytes for as long as nothing of the resource is written.
  await mine('POST', '/api/secure/supplier', { json: await samplesFor(mine).minimal(contracts.supplier) });
  expect(await read()).toEqual([false, 404]);
}
