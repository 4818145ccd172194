import { sql } from 'kysely';
import { Decimal } from '@/record/decimal';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { findDays } from '../../report/server/report-days.server';
import { addFigures, depositsOf, giftCardsOf } from '../add-figures';
import type { Month } from '../schema';
import type { DayFigures } from '../sealed-figures';
import { readReceiptFigures } from './receipt-figures.server';

/** The most earlier days without kept figures whose receipts are read for what is brought forward. */
const mostDays = 400;

/** What customers are owed when a month begins, in a currency; null if that is not known. */
export interface BroughtForward {
  readonly gift_card: Decimal | null;
  readonly deposit: Decimal | null;
}

/**
 * Reads what is brought forward into a month: of all earlier days since the first, what was received and not used. Sealed
 * days have it beside their seals; of others the receipts are read, unless these are too many days to read.
 */
export async function broughtForward(
  tx: Tx,
  caller: Caller,
  scope: { readonly from: string; readonly location_ids: readonly string[]; readonly currency: string },
  parsing: NumberParsing,
): Promise<BroughtForward> {
  const { from, location_ids, currency } = scope;
  const earlier = sql`t.active and t.date < ${from}::date and t.snapshot->>'currency' = ${currency}
    and ${location_ids.length > 0 ? sql`t.location_id = any(${location_ids}::uuid[])` : sql`true`}`;
  const kept = sql`(select f.figures from businessday_seal_figures f
    where t.status <> 'open' and f.tenant_id = t.tenant_id and f.businessday_id = t.id order by f.number desc limit 1)`;
  const [sums] = await tx.rows(sql<{ gift_card: string; deposit: string; unkept: number }>`
    select coalesce(sum(
        (select coalesce(sum((x->>'amount')::numeric), 0) from jsonb_array_elements(k.figures->'non_turnover') x where x->>'kind' = 'gift_card')
        - (select coalesce(sum((x->>'amount')::numeric), 0) from jsonb_array_elements(k.figures->'by_tender') x where x->>'type' = 'gift_card')
      ), 0)::text as gift_card,
      coalesce(sum((select coalesce(sum((x->>'amount')::numeric), 0) from jsonb_array_elements(k.figures->'non_turnover') x
        where x->>'kind' = 'deposit')), 0)::text as deposit,
      count(*) filter (where k.figures is null)::float8 as unkept
    from businessday t cross join lateral (select ${kept} as figures) k
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and ${earlier}`);
  const [giftCards, deposits] = [Decimal.parse(sums?.gift_card ?? '0'), Decimal.parse(sums?.deposit ?? '0')];
  const unkept = sums?.unkept ?? 0;
  if (unkept === 0) return { gift_card: giftCards, deposit: deposits };
  if (unkept > mostDays) return { gift_card: null, deposit: null };
  const days = await findDays(tx, caller, sql`${earlier} and ${kept} is null`);
  const more = addFigures([...(await readReceiptFigures(tx, caller, days, parsing)).values()]);
  const [cards, taken] = [giftCardsOf(more), depositsOf(more)];
  return {
    gift_card: giftCards.plus(cards.received).minus(cards.used),
    deposit: deposits.plus(taken.received).minus(taken.used),
  };
}

/** Returns what customers are owed by kind, brought forward and carried on, of what some days come to. */
export const owedOf = (days: DayFigures, forward: BroughtForward, scale: number): Month['owed'] =>
  (['gift_card', 'deposit'] as const).map((kind) => {
    const { received, used } = kind === 'gift_card' ? giftCardsOf(days) : depositsOf(days);
    const before = forward[kind];
    return {
      kind,
      brought_forward: before && before.toFixed(scale),
      received: received.toFixed(scale),
      used: used.toFixed(scale),
      carried_on: before && before.plus(received).minus(used).toFixed(scale),
    };
  });
