import { fault, money } from './report-fault.server';

/**
 * SQL parts. `b`: the first and last number of each register, and whether every number between occurs exactly once; `w`:
 * if not, the register's numbers in order, each with the previous one. Sorting all registers would take far longer.
 */
export const sequenceParts = `b as materialized (
    select reg.pos_id, reg.before, reg.z_read, z.first, z.last, n.first as first_num, n.last as last_num,
      n.is_whole and coalesce(n.first = reg.before + 1 or n.first = 1 and reg.z_read, true) as is_whole
    from reg
    left join (
      select pos_id, min(num) as first, max(num) as last,
        count(*) = max(num) - min(num) + 1 and max(times) <= 1 as is_whole
      from (
        select pos_id, num, count(*) filter (where active) as times from own where num is not null group by pos_id, num
      ) numbers group by pos_id
    ) n using (pos_id)
    left join (
      select pos_id, min(nullif(regexp_replace(first_receipt_num, '[^0-9]', '', 'g'), '')::numeric) as first,
        max(nullif(regexp_replace(last_receipt_num, '[^0-9]', '', 'g'), '')::numeric) as last from z group by 1
    ) z using (pos_id)
  ), w as materialized (
    select own.*, row_number() over o as place, lag(num) over o as prior, lag(seq) over o as prior_seq, lag(id) over o as prior_id,
      count(*) filter (where active) over (partition by pos_id, num) as times
    from own where num is not null and pos_id in (select pos_id from b where not is_whole)
    window o as (partition by pos_id order by num, active desc, seq nulls last, id)
  )`;

/** SQL: the faults of receipt numbers: gaps, repeats, missing digits, and z reports with other numbers. */
export function sequenceFaults(): string {
  const at = { receipt: true, pos_id: `nullif(r.pos_id, '')` };
  const gap = `w r where r.num > r.prior + 1`;
  const start = `w r join b using (pos_id) where r.place = 1 and r.num <> b.before + 1 and not (r.num = 1 and b.z_read)`;
  const register = { receipt: false, pos_id: `nullif(b.pos_id, '')` };
  const code = 'receipt_sequence';
  return [
    fault(code, 'gap', ['r.prior + 1', 'r.num'], gap, at),
    `select '${code}', null, r.prior_seq, r.prior_id, null, null, null, null, null from ${gap}`,
    fault(code, 'gap', ['b.before + 1', 'r.num'], start, at),
    fault(code, 'repeat', ['null', 'r.num'], 'w r where r.active and r.times > 1', at),
    fault(code, 'unnumbered', ['null', 'r.receipt_num'], 'own r where r.active and r.num is null', at),
    fault(code, 'first', ['b.first', 'b.first_num'], 'b where b.first <> b.first_num', register),
    fault(code, 'last', ['b.last', 'b.last_num'], 'b where b.last <> b.last_num', register),
  ].join(' union all ');
}

/** SQL part `o`: each opening of a register, with the cash counted in it before. */
export const openingParts = `o as materialized (
    select z.pos_id, z.opening_float, z.opening_note,
      case when row_number() over w = 1 then reg.counted else lag(z.counted) over w end as counted
    from z join reg using (pos_id) window w as (partition by z.pos_id order by z.place)
  ), zk as materialized (
    select k.*, z.paid_in as said_in, z.paid_out as said_out
    from k join (select pos_id, sum(paid_in) as paid_in, sum(paid_out) as paid_out from z group by 1) z using (pos_id)
  )`;

/** SQL: the openings to compare: float and previous count are known, and no note explains a difference. */
export const opened = 'o where opening_note is null and opening_float is not null and counted is not null';

/** SQL: the faults of cash: z reports whose paid in or paid out differs from the receipts, and opening floats. */
export function cashFaults(scale: number): string {
  const m = (value: string) => money(value, scale);
  const register = (row: string) => ({ receipt: false, pos_id: `nullif(${row}.pos_id, '')` });
  const said = (kind: 'paid_in' | 'paid_out', column: string) => [
    fault(
      'cash',
      kind,
      [m(`zk.${kind}`), m(`abs(zk.${column})`)],
      `zk where ${kind} <> abs(${column})`,
      register('zk'),
    ),
    `select 'cash', null, r.seq, r.id, null, null, null, null, null
      from r join zk on zk.pos_id = coalesce(r.pos_id, '')
      where r.active and r.type = '${kind}' and zk.${kind} <> abs(zk.${column})`,
  ];
  return [
    ...said('paid_in', 'said_in'),
    ...said('paid_out', 'said_out'),
    fault(
      'opening',
      'opening_float',
      [m('o.counted'), m('o.opening_float')],
      `${opened} and opening_float <> counted`,
      register('o'),
    ),
  ].join(' union all ');
}
