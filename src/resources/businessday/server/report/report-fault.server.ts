/**
 * A fault as a row of `f` (report-checks.server.ts), in the words of `Fault` (report.ts). With `kind` null the row
 * names a receipt that a fault points at beside its own.
 */

/** Money as text, at the currency's scale or with as many digits more as it has. */
export const money = (value: string, scale: number): string => `report_money(${value}, ${scale})`;

/**
 * One kind of fault; `from` yields it, `at` are its receipt (the seq and id of `r`, or null) and its register. A kind
 * that begins with `v.` is a column.
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
