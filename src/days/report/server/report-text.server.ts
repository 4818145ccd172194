import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { sealsOf } from '../../seal/seal.server';
import type { WholeDay } from './report-days.server';
import type { Figures } from './report-query.server';

/**
 * Returns the JSON text of a report up to its receipts: it ends with `"transactions":[`, and `]}` completes it.
 *
 * @param checks the checks of the figures as JSON text, with or without what was acknowledged of them
 */
export async function reportText(
  tx: Tx,
  caller: Caller,
  day: WholeDay,
  { totals, registers, tax_rates, rounding_units, late }: Figures,
  checks: string,
): Promise<string> {
  const [stored] = await tx.rows(
    sql<{ seals: string }>`select ${trusted(sealsOf)}::text as seals from businessday t
      where t.tenant_id = ${caller.tenantId} and t.id = ${day.id}`,
  );
  return (
    `{"businessday":${withLocation(day)},"currency":${JSON.stringify(day.currency)},` +
    `"timezone":${JSON.stringify(day.zone)},"cutover_hour":${day.cutover},"totals":${totals},"checks":${checks},"registers":${registers},"seals":${stored?.seals ?? '[]'},` +
    `"tax_rates":${tax_rates ?? 'null'},"rounding_units":${rounding_units},"late":${late},` +
    '"rounding_rule":"tax_per_receipt_and_rate","transactions":['
  );
}

/** Returns the entity as JSON text, with the name of its location. */
const withLocation = ({ entity, location_id, location_name }: WholeDay): string =>
  `${entity.slice(0, -1)},"location":${JSON.stringify({ id: location_id, name: location_name })}}`;
