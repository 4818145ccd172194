import { countedRegisters, keptRegister } from './drawers.server';

/** SQL: counted − expected cash over the counted registers of the day `t`; null if none is counted (docs/report.md#checks). */
const overShort = `(
  select sum(c.counted - c.opening_float - coalesce(x.cash, 0))
  from ${countedRegisters('cast', 't.data')} c
    left join businessday_totals x
      on x.tenant_id = t.tenant_id and x.businessday_id = t.id and x.pos_id::text = ${keptRegister('c.pos_id')}
  where c.counted is not null)::text`;

const totals = (over: string) => `(
  select json_build_object('count', coalesce(sum(x.count), 0), 'gross', (coalesce(sum(x.gross), 0) + 0.00)::text,
    'over_short', ${over})
  from businessday_totals x where x.tenant_id = t.tenant_id and x.businessday_id = t.id)`;

/** SQL: the computed field `totals` of the day `t`. */
export const dayTotalsJson = totals(overShort);

/** SQL: the totals of the day `t` as its seal hashes them: a day closed by an earlier rule keeps what it said then. */
export const sealedTotalsJson = totals(`coalesce(t.sealed_over_short, ${overShort})`);
