/**
 * The columns of `f` (report-checks.server.ts), one row per fault, named as in `Fault` (report/schema/checks.ts). A row
 * whose `kind` is null names a further receipt of a fault.
 */

/** SQL: money as text with the currency's decimals at least, and more if the value has more. */
export const money = (value: string, scale: number): string => `report_money(${value}, ${scale})`;

/**
 * SQL: the rows of one kind of fault. `from` selects them, `at` is the receipt (seq and id of `r`, or null) and the
 * register. A kind that begins with `v.` is a column.
 */
export const fault = (
  code: string,
  kind: string | null,
  [expected, actual]: readonly [string, string],
  from: string,
  at: {
    readonly receipt?: boolean;
    readonly pos_id?: string;
    readonly rate?: string;
    readonly line?: string;
  } = {},
): string => {
  const { receipt = true, rate = 'null', line = 'null' } = at;
  const pos_id = at.pos_id ?? (receipt ? 'r.pos_id' : 'null');
  return `select '${code}' as code, ${kind === null ? 'null' : kind.startsWith('v.') ? kind : `'${kind}'`} as kind,
  ${receipt ? 'r.seq, r.id' : 'null::bigint as seq, null::uuid as id'}, ${pos_id} as pos_id, (${rate})::text as rate,
  (${expected})::text as expected, (${actual})::text as actual, (${line})::integer as line from ${from}`;
};
