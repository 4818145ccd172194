import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { CompanyName } from '../../service';
import { samplesFor } from '../../samples';
import { pathOf, resources, stage } from '../start';

const on = stage();
const names: CompanyName[] = ['group', 'helsinki', 'tampere', 'other'];

const write = record({
  who: constantFrom(...names),
  items: array(record({ slot: nat(5), active: constantFrom(true, false, undefined) }), {
    minLength: 1,
    maxLength: 6,
  }),
  spoiled: boolean(),
});

describe.each(resources)('the kept counts of %s', (_, resource) => {
  it('are the real ones after any writes by any company, refused ones among them', async () => {
    const companies = await Promise.all(
      names.map(async (name) => {
        const send = await on.service.as(name);
        return { name, send, body: await samplesFor(send).minimal(resource) };
      }),
    );
    const slots = Array.from({ length: 6 }, () => crypto.randomUUID());

    await assert(
      asyncProperty(array(write, { minLength: 1, maxLength: 5 }), async (writes) => {
        for (const { who, items, spoiled } of writes) {
          const company = companies.find(({ name }) => name === who);
          if (!company) throw new Error(`No company ${who}`);
          // Slot 0 is always a new record; the others are shared by all companies, so some are refused.
          const json = items.map(({ slot, active }) => ({
            ...company.body,
            ...(slot > 0 && { id: slots[slot] }),
            ...(active !== undefined && { active }),
          }));
          await company.send('POST', pathOf(resource), { json: spoiled ? [...json, { name: 0 }] : json });
        }
        for (const { name, send } of companies) {
          const caller = on.service.companies[name];
          const seen = resource.shared ? caller.lineage : [caller.companyId];
          const { rows } = await sql<{ total: number; active: number }>`
            select count(*) as total, count(*) filter (where active) as active from ${sql.table(resource.name)}
            where tenant_id = ${caller.tenantId} and company_id = any(${seen}::uuid[])`.execute(
            on.service.db,
          );
          const counted = async (query: string) =>
            Number((await send('GET', `${pathOf(resource)}?pageSize=1${query}`)).header('x-total-count'));
          const { total = -1, active = -1 } = rows[0] ?? {};
          expect([await counted(''), await counted('&active=true'), await counted('&active=false')]).toEqual([
            total,
            active,
            total - active,
          ]);
        }
      }),
      { numRuns: 8 },
    );
  });
});
