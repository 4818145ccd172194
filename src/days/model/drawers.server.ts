import { decimal, type NumberParsing } from '../receipts/server/receipt-lists.server';

/** SQL: the register of `businessday_totals` for a register as reports name it, '' for none. */
export const keptRegister = (pos_id: string): string =>
  `coalesce(nullif(${pos_id}, ''), '00000000-0000-0000-0000-000000000000')`;

/** SQL: the z reports `e` of a business day, with their `ordinality`; none where the list is no list. */
export const zReportsOf = (data: string): string => `jsonb_array_elements(
    case when jsonb_typeof(${data}->'z_reports') = 'array' then ${data}->'z_reports' else '[]' end
  ) with ordinality e(e, ordinality)`;

/**
 * SQL: a row for each register with a z report on the day whose `data` is given: `pos_id` ('' for none), `opening_float`, `counted`.
 * A register is counted if each of its z reports has a count (docs/report.md#checks); `counted` is null otherwise. Whatever tells over
 * and short reads this, so that the list of days, the report, the voucher and the rule of closing agree. The page has the same
 * rule in counted.ts.
 */
export const countedRegisters = (parsing: NumberParsing, data: string): string => `(
  select coalesce(lower(e->>'pos_id'), '') collate "C" as pos_id, coalesce(sum(${decimal(parsing, 'e', 'opening_float')}), 0) as opening_float,
    case when bool_and(${decimal(parsing, 'e', 'counted')} is not null) then sum(${decimal(parsing, 'e', 'counted')}) end as counted
  from ${zReportsOf(data)} group by 1)`;
