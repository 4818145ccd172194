import { type Decimal, sumOf, zero } from '@/record/decimal';
import { digitsOf, type DayFacts } from '../report/day-facts';
import { countOf, type CheckResult, type Outcome } from './check-result';
import { cashRows, expectedCash, groupBy } from './recompute-totals';
import type { Reconciled } from './reconcile';

/**
 * Checks that receipt numbers have no gap and no repeat within a register, continuing its previous day
 * (docs/report.md#checks, `receipt_sequence`).
 */
export function checkSequence(day: DayFacts, all: readonly Reconciled[]): Outcome {
  const own = all
    .filter(({ receipt }) => receipt.late_for === null || receipt.late_for === day.id)
    .map((at) => ({
      at,
      late: null,
      active: at.receipt.active,
      pos_id: at.receipt.pos_id,
      num: digitsOf(at.receipt.receipt_num),
    }));
  const late = day.registers.flatMap((register) =>
    register.late.map(({ id, active, receipt_num }) => ({
      at: null,
      late: id,
      active,
      pos_id: register.pos_id,
      num: digitsOf(receipt_num),
    })),
  );
  const numbers = [...own, ...late];
  const ids = [
    ...new Set([...numbers.map(({ pos_id }) => pos_id), ...day.z_reports.map(({ pos_id }) => pos_id)]),
  ];
  const unnumbered = own
    .filter(({ at, num }) => at.receipt.active && num === null)
    .map(({ at }): CheckResult => ({ kind: 'unnumbered', at, actual: at.receipt.receipt_num }));
  const faults = ids.flatMap((pos_id) => {
    const of = numbers.flatMap(({ num, ...one }) => (one.pos_id === pos_id && num ? [{ ...one, num }] : []));
    return sequenceFaults(
      day,
      pos_id,
      groupBy(of, ({ num }) => num.toFixed()),
    );
  });
  return countOf(numbers.length, [...unnumbered, ...faults]);
}

interface Numbered {
  readonly at: Reconciled | null;
  readonly late: string | null;
  readonly active: boolean;
  readonly num: Decimal;
}

/** Returns the faults in the numbers of one register; each group contains the receipts with the same number. */
function sequenceFaults(
  day: DayFacts,
  pos_id: string,
  groups: readonly (readonly Numbered[])[],
): CheckResult[] {
  const sorted = groups
    .map((of) => ({ of, num: of[0]?.num ?? zero, first: shown(of) }))
    .toSorted((one, other) => one.num.cmp(other.num));
  const faults: CheckResult[] = [];
  const place = ({ first }: { first: Numbered | undefined }) =>
    first?.at ? { at: first.at } : { ...(first?.late && { late: first.late }), pos_id };
  const register = day.registers.find((one) => one.pos_id === pos_id);
  let prior = register?.before ?? null;
  // After a z report, the numbers of a register may restart at 1.
  if (register?.z_read && sorted[0]?.num.eq(1)) prior = null;
  let priorAt: Reconciled | null = null;
  for (const [index, one] of sorted.entries()) {
    const next = prior?.plus(1);
    if (next && !one.num.eq(next)) {
      const also = priorAt ? [priorAt] : [];
      faults.push({ kind: 'gap', ...place(one), expected: next.toFixed(), actual: one.num.toFixed(), also });
    }
    prior = one.num;
    priorAt = one.first?.at ?? null;
    const active = one.of.filter((numbered) => numbered.active);
    if (active.length > 1) {
      for (const first of active)
        faults.push({ kind: 'repeat', ...place({ first }), actual: one.num.toFixed() });
    }
    if (index === sorted.length - 1) break;
  }
  const z = day.z_reports.filter((report) => report.pos_id === pos_id);
  const firsts = z.flatMap(({ first }) => first ?? []).toSorted((one, other) => one.cmp(other));
  const lasts = z.flatMap(({ last }) => last ?? []).toSorted((one, other) => other.cmp(one));
  const compare = (kind: 'first' | 'last', said: Decimal | undefined, is: Decimal | undefined) => {
    if (said && is && !said.eq(is))
      faults.push({ kind, pos_id, expected: said.toFixed(), actual: is.toFixed() });
  };
  compare('first', firsts[0], sorted[0]?.num);
  compare('last', lasts[0], sorted.at(-1)?.num);
  return faults;
}

/** Returns the receipt to show of those with the same number: preferably an active one of this day. */
const shown = (of: readonly Numbered[]): Numbered | undefined =>
  of.find(({ at, active }) => at && active) ?? of.find(({ active }) => active) ?? of[0];

/**
 * Checks the cash movements of the drawers against paid in and paid out in the z reports (docs/report.md#checks, `cash`).
 */
export function checkCash(day: DayFacts, all: readonly Reconciled[]): Outcome {
  const rows = cashRows(day, all);
  const expected = sumOf(rows, expectedCash);
  let actual = expected;
  const faults = rows.flatMap((row) => {
    const z = day.z_reports.filter(({ pos_id }) => pos_id === row.pos_id);
    return (['paid_in', 'paid_out'] as const).flatMap((kind): CheckResult[] => {
      const values = z.flatMap((report) => report[kind] ?? []);
      const said = sumOf(values, (value) => value).abs();
      if (values.length === 0 || said.eq(row[kind])) return [];
      const more = said.minus(row[kind]);
      actual = kind === 'paid_in' ? actual.plus(more) : actual.minus(more);
      const also = all.filter(
        ({ receipt }) => receipt.active && receipt.type === kind && receipt.pos_id === row.pos_id,
      );
      return [{ kind, pos_id: row.pos_id, expected: row[kind], actual: said, also }];
    });
  });
  return { expected, actual, faults };
}

/**
 * Checks that the opening float is the cash counted at the previous close, or is explained (docs/report.md#checks, `opening`).
 */
export function checkOpening(day: DayFacts): Outcome {
  const before = new Map(day.registers.map(({ pos_id, counted_before }) => [pos_id, counted_before]));
  const compared = day.z_reports.flatMap(({ pos_id, opening_float, opening_note, counted }) => {
    const expected = before.get(pos_id);
    before.set(pos_id, counted);
    return expected && opening_float && opening_note === null
      ? [{ kind: 'opening_float' as const, pos_id, expected, actual: opening_float }]
      : [];
  });
  return {
    expected: sumOf(compared, ({ expected }) => expected),
    actual: sumOf(compared, ({ actual }) => actual),
    faults: compared.filter(({ expected, actual }) => !expected.eq(actual)),
  };
}
