import type { Big } from 'big.js';
import { digitsOf, type DayFacts } from './day-facts';
import { sumOf, zero } from './receipt';
import { cashRows, expectedCash, gather, moneyText, taxRows } from './recompute-totals';
import { checkCodes, type Check, type CheckCode, type Fault, type FaultKind } from './report';
import type { Figures, Settled } from './settle';

/** A fault as it is found: numbers still numbers, at a receipt (its place in the report) or none. */
interface Found {
  readonly kind: FaultKind;
  readonly at?: Settled;
  /** The id of a receipt that lies in another day. */
  readonly late?: string;
  readonly pos_id?: string | null;
  readonly rate?: Big | null;
  readonly expected?: Big | string | null;
  readonly actual?: Big | string | null;
  /** Other receipts that it points at. */
  readonly also?: readonly Settled[];
}

interface Outcome {
  readonly expected: Big;
  readonly actual: Big;
  readonly found: readonly Found[];
  /** Whether the sums are numbers of receipts. */
  readonly counts?: boolean;
}

const figureNames = ['gross', 'net', 'tax'] as const;

/** Every check of report.md, from the receipts alone and what the report says of its registers. */
export function recomputeChecks(day: DayFacts, all: readonly Settled[]): Check[] {
  const counted = all.filter(({ receipt }) => receipt.counts);
  const outcomes: Record<CheckCode, () => Outcome> = {
    receipt_lines: () => checkLines(counted),
    receipt_tax: () => checkTax(counted),
    receipt_tenders: () => checkTenders(all),
    receipt_belongs: () => checkBelongs(day, all),
    day_tax: () => checkBreakdown(counted, taxRows(counted), ({ rows }) => rows),
    day_tender: () => checkDayTenders(counted),
    day_dpt: () =>
      checkBreakdown(
        counted,
        counted.map(({ sold }) => sold),
        ({ sold }) => sold,
      ),
    day_hour: () => checkWhole(counted),
    day_cashier: () => checkWhole(counted),
    receipt_sequence: () => checkSequence(day, all),
    cash: () => checkCash(day, all),
    opening: () => checkOpening(day),
  };
  const placed = new Map(all.map((settled, place) => [settled, place]));
  return checkCodes.map((code) => asCheck(code, outcomes[code](), day.scale, placed));
}

function asCheck(
  code: CheckCode,
  { expected, actual, found, counts }: Outcome,
  scale: number,
  places: ReadonlyMap<Settled, number>,
): Check {
  const text = (value: Big | string | null | undefined, kind: FaultKind | null) => {
    if (value === null || value === undefined || typeof value === 'string') return value ?? null;
    const isNumber = counts || kind === 'count';
    return isNumber ? value.toFixed() : moneyText(value, scale);
  };
  const pointed = new Set(found.flatMap(({ at, also = [] }) => [...(at ? [at] : []), ...also]));
  return {
    code,
    ok: found.length === 0,
    expected: text(expected, null) ?? '0',
    actual: text(actual, null) ?? '0',
    transaction_ids: [...pointed]
      .toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
      .map(({ receipt }) => receipt.id),
    faults: found.map((fault): Fault => ({
      kind: fault.kind,
      transaction_id: fault.at?.receipt.id ?? fault.late ?? null,
      pos_id: (fault.pos_id ?? fault.at?.receipt.pos_id) || null,
      rate: fault.rate?.toFixed() ?? null,
      expected: text(fault.expected, fault.kind),
      actual: text(fault.actual, fault.kind),
    })),
  };
}

function checkLines(counted: readonly Settled[]): Outcome {
  return {
    expected: sumOf(counted, ({ receipt }) => receipt.total),
    actual: sumOf(counted, ({ lines }) => lines),
    found: counted.flatMap((at): Found[] => [
      ...(at.lines.eq(at.receipt.total)
        ? []
        : [{ kind: 'lines' as const, at, expected: at.receipt.total, actual: at.lines }]),
      ...(at.receipt.lines.some(({ wrong }) => wrong) ? [{ kind: 'malformed' as const, at }] : []),
    ]),
  };
}

function checkTax(counted: readonly Settled[]): Outcome {
  return {
    expected: sumOf(counted, ({ sold, aside, rowsHaveAside }) =>
      rowsHaveAside ? sold.tax.plus(aside.tax) : sold.tax,
    ),
    actual: sumOf(counted, ({ receipt }) => sumOf(receipt.taxes, ({ tax }) => tax)),
    found: counted.flatMap(taxFaults),
  };
}

function taxFaults(at: Settled): Found[] {
  const { receipt, said, rows, rowsHaveAside } = at;
  const lines = receipt.lines.filter(({ aside }) => rowsHaveAside || aside === null);
  const parts = [
    ...lines.map(({ rate, total, net, tax }) => ({ rate, gross: total, net, tax, isRow: false })),
    ...receipt.taxes.map((row) => ({ ...row, isRow: true })),
  ];
  const found = gather(parts, ({ rate }) => rate?.toFixed() ?? null).flatMap((of) =>
    figureNames.flatMap((kind): Found[] => {
      const expected = sumOf(of, (part) => (part.isRow ? zero : part[kind]));
      const actual = sumOf(of, (part) => (part.isRow ? part[kind] : zero));
      return expected.eq(actual) ? [] : [{ kind, at, rate: of[0]?.rate ?? null, expected, actual }];
    }),
  );
  for (const { rate, gross, net, tax } of receipt.taxes) {
    if (!net.plus(tax).eq(gross))
      found.push({ kind: 'net_and_tax', at, rate, expected: gross, actual: net.plus(tax) });
  }
  const sum = said.net.plus(said.tax);
  if (!sum.eq(said.gross)) found.push({ kind: 'net_and_tax', at, expected: said.gross, actual: sum });
  if (!said.tax.eq(rows.tax)) found.push({ kind: 'total_tax', at, expected: rows.tax, actual: said.tax });
  if (receipt.lines.some(({ wrongTax }) => wrongTax) || receipt.taxes.some(({ wrong }) => wrong))
    found.push({ kind: 'malformed', at });
  return found;
}

const due = ({ receipt }: Settled): Big => receipt.total.plus(receipt.rounding);

function checkTenders(all: readonly Settled[]): Outcome {
  const isPaid = ({ receipt }: Settled) => receipt.active && ['paid_in', 'paid_out'].includes(receipt.type);
  const counted = all.filter(({ receipt }) => receipt.counts);
  return {
    expected: sumOf(counted, due),
    actual: sumOf(counted, ({ paid }) => paid),
    found: all
      .filter((at) => at.receipt.counts || isPaid(at))
      .flatMap((at): Found[] => {
        const { tenders } = at.receipt;
        // Money moved in or out may carry either sign, and need not say by which tender.
        const adds = at.receipt.counts
          ? due(at).eq(at.paid)
          : tenders.length === 0 || due(at).abs().eq(at.paid.abs());
        return [
          ...(adds ? [] : [{ kind: 'tenders' as const, at, expected: due(at), actual: at.paid }]),
          ...tenders.flatMap(({ kept, amount }): Found[] =>
            kept === null || kept.eq(amount) ? [] : [{ kind: 'change', at, expected: amount, actual: kept }],
          ),
          ...(tenders.some(({ wrong }) => wrong) ? [{ kind: 'malformed' as const, at }] : []),
        ];
      }),
  };
}

function checkBelongs(day: DayFacts, all: readonly Settled[]): Outcome {
  const active = all.filter(({ receipt }) => receipt.active);
  const found = active.flatMap((at) =>
    (['location_id', 'currency'] as const).flatMap((name): Found[] =>
      at.receipt[name] === day[name]
        ? []
        : [
            {
              kind: name === 'currency' ? name : 'location',
              at,
              expected: day[name],
              actual: at.receipt[name],
            },
          ],
    ),
  );
  return countOf(active.length, found);
}

function countOf(receipts: number, found: readonly Found[]): Outcome {
  const wrong = new Set(found.flatMap(({ at, also = [] }) => [...(at ? [at] : []), ...also])).size;
  return { expected: zero.plus(receipts), actual: zero.plus(receipts - wrong), found, counts: true };
}

/** A breakdown into gross, net and tax against the day; `of` is a receipt's part of it. */
function checkBreakdown(
  counted: readonly Settled[],
  rows: readonly Figures[],
  of: (settled: Settled) => Figures,
): Outcome {
  const sums = figureNames.map((kind) => ({
    kind,
    expected: sumOf(counted, ({ said }) => said[kind]),
    actual: sumOf(rows, (row) => row[kind]),
  }));
  const differing = sums.filter(({ expected, actual }) => !expected.eq(actual));
  const [first = sums[0]] = differing;
  const receipts = counted.flatMap((at) =>
    figureNames.flatMap((kind): Found[] =>
      at.said[kind].eq(of(at)[kind]) ? [] : [{ kind, at, expected: at.said[kind], actual: of(at)[kind] }],
    ),
  );
  return {
    expected: first?.expected ?? zero,
    actual: first?.actual ?? zero,
    found: differing.length === 0 ? [] : [...differing, ...receipts],
  };
}

function checkDayTenders(counted: readonly Settled[]): Outcome {
  const expected = sumOf(counted, due);
  const actual = sumOf(counted, ({ paid }) => paid);
  if (expected.eq(actual)) return { expected, actual, found: [] };
  const receipts = counted
    .filter((at) => !due(at).eq(at.paid))
    .map((at): Found => ({ kind: 'amount', at, expected: due(at), actual: at.paid }));
  return { expected, actual, found: [{ kind: 'amount', expected, actual }, ...receipts] };
}

/** A breakdown of whole receipts adds up, since each of them stands in one row. */
function checkWhole(counted: readonly Settled[]): Outcome {
  const gross = sumOf(counted, ({ said }) => said.gross);
  return { expected: gross, actual: gross, found: [] };
}

function checkSequence(day: DayFacts, all: readonly Settled[]): Outcome {
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
    .map(({ at }): Found => ({ kind: 'unnumbered', at, actual: at.receipt.receipt_num }));
  const found = ids.flatMap((pos_id) => {
    const of = numbers.flatMap(({ num, ...one }) => (one.pos_id === pos_id && num ? [{ ...one, num }] : []));
    return sequenceFaults(
      day,
      pos_id,
      gather(of, ({ num }) => num.toFixed()),
    );
  });
  return countOf(numbers.length, [...unnumbered, ...found]);
}

interface Numbered {
  readonly at: Settled | null;
  readonly late: string | null;
  readonly active: boolean;
  readonly num: Big;
}

/** Faults in the numbers of one register; each group has those with one number. */
function sequenceFaults(day: DayFacts, pos_id: string, groups: readonly (readonly Numbered[])[]): Found[] {
  const sorted = groups
    .map((of) => ({ of, num: of[0]?.num ?? zero, first: shown(of) }))
    .toSorted((one, other) => one.num.cmp(other.num));
  const found: Found[] = [];
  const place = ({ first }: { first: Numbered | undefined }) =>
    first?.at ? { at: first.at } : { ...(first?.late && { late: first.late }), pos_id };
  let prior = day.registers.find((register) => register.pos_id === pos_id)?.before ?? null;
  let priorAt: Settled | null = null;
  for (const [index, one] of sorted.entries()) {
    const next = prior?.plus(1);
    if (next && !one.num.eq(next)) {
      const also = priorAt ? [priorAt] : [];
      found.push({ kind: 'gap', ...place(one), expected: next.toFixed(), actual: one.num.toFixed(), also });
    }
    prior = one.num;
    priorAt = one.first?.at ?? null;
    const active = one.of.filter((numbered) => numbered.active);
    if (active.length > 1) {
      for (const first of active)
        found.push({ kind: 'repeat', ...place({ first }), actual: one.num.toFixed() });
    }
    if (index === sorted.length - 1) break;
  }
  const z = day.z_reports.filter((report) => report.pos_id === pos_id);
  const firsts = z.flatMap(({ first }) => first ?? []).toSorted((one, other) => one.cmp(other));
  const lasts = z.flatMap(({ last }) => last ?? []).toSorted((one, other) => other.cmp(one));
  const compare = (kind: 'first' | 'last', said: Big | undefined, is: Big | undefined) => {
    if (said && is && !said.eq(is))
      found.push({ kind, pos_id, expected: said.toFixed(), actual: is.toFixed() });
  };
  compare('first', firsts[0], sorted[0]?.num);
  compare('last', lasts[0], sorted.at(-1)?.num);
  return found;
}

/** Of receipts with one number the one that is shown: an active one of this day, if there is one. */
const shown = (of: readonly Numbered[]): Numbered | undefined =>
  of.find(({ at, active }) => at && active) ?? of.find(({ active }) => active) ?? of[0];

function checkCash(day: DayFacts, all: readonly Settled[]): Outcome {
  const rows = cashRows(day, all);
  const expected = sumOf(rows, expectedCash);
  let actual = expected;
  const found = rows.flatMap((row) => {
    const z = day.z_reports.filter(({ pos_id }) => pos_id === row.pos_id);
    return (['paid_in', 'paid_out'] as const).flatMap((kind): Found[] => {
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
  return { expected, actual, found };
}

function checkOpening(day: DayFacts): Outcome {
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
    found: compared.filter(({ expected, actual }) => !expected.eq(actual)),
  };
}
