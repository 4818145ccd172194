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
  const isWithin = (of: string) =>
    location_ids.length > 0 ? sql`${sql.ref(`${of}.location_id`)} = any(${location_ids}::uuid[])` : sql`true`;
  const earlier = sql`t.active and t.date < ${from}::date and t.snapshot->>'currency' = ${currency}
    and ${isWithin('t')}`;
  // The newest of each day, of all days at once: one by one they take four times as long.
  const owed = (kind: string) => sql`coalesce(${sql.ref(kind)}, owed_in_figures(figures, ${kind}))`;
  const [sums] = await tx.rows(sql<{ gift_card: string; deposit: string; unkept: number }>`
    with newest as materialized (
      select distinct on (f.businessday_id) f.businessday_id, ${owed('gift_card')} as gift_card, ${owed('deposit')} as deposit
      from businessday_seal_figures f
      where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and ${isWithin('f')}
      order by f.businessday_id, f.number desc
    )
    select coalesce(sum(n.gift_card), 0)::text as gift_card, coalesce(sum(n.deposit), 0)::text as deposit,
      (count(*) filter (where n.businessday_id is null))::float8 as unkept
    from businessday t left join newest n on n.businessday_id = t.id and t.status <> 'open'
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and ${earlier}`);
  const [giftCards, deposits] = [Decimal.parse(sums?.gift_card ?? '0'), Decimal.parse(sums?.deposit ?? '0')];
  const unkept = sums?.unkept ?? 0;
  if (unkept === 0) return { gift_card: giftCards, deposit: deposits };
  if (unkept > mostDays) return { gift_card: null, deposit: null };
  const days = await findDays(
    tx,
    caller,
    sql`${earlier} and (t.status = 'open' or not exists (
      select from businessday_seal_figures f where f.tenant_id = t.tenant_id and f.businessday_id = t.id))`,
  );
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
