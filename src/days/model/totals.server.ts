import { countedRegisters, keptRegister } from './drawers.server';

/** SQL: counted − expected cash over the counted registers of the day `t`; null if none is counted (docs/report.md#checks). */
const overShort = `(
  select sum(c.counted - c.opening_float - coalesce(x.cash, 0))
  from ${countedRegisters('cast', 't.data')} c
    left join businessday_totals x
      on x.tenant_id = t.tenant_id and x.businessday_id = t.id and x.pos_id::text = ${keptRegister('c.pos_id')}
  where c.counted is not null)::text`;

/** SQL: the computed field `totals` of the day `t`, which its seal hashes, too. */
export const dayTotalsJson = `(
  select json_build_object('count', coalesce(sum(x.count), 0), 'gross', (coalesce(sum(x.gross), 0) + 0.00)::text,
    'over_short', ${overShort})
  from businessday_totals x where x.tenant_id = t.tenant_id and x.businessday_id = t.id)`;
