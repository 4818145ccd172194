import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import type { Tx } from '@/core/server/db/db';
import { bookCountryOf, type BookCountry } from '../home';

/** Reads the countries that the locations of some business days lie in; null is one of which no format is. */
export async function readCountries(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<readonly (BookCountry | null)[]> {
  const rows = await tx.rows(sql<{ country: string | null; zone: string }>`
    select distinct l.data->'address'->>'country' as country, d.snapshot->>'timezone' as zone
    from businessday d join location l on l.tenant_id = d.tenant_id and l.id = d.location_id
    where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId} and d.id = any(${days}::uuid[])`);
  return rows.map(({ country, zone }) => bookCountryOf(country, zone));
}
