import { type Decimal, sumOf, zero } from '@/record/decimal';
import type { DayFacts } from '../report/day-facts';
import { countOf, figureNames, type CheckResult, type Outcome } from './check-result';
import { groupBy } from './recompute-totals';
import type { Reconciled } from './reconcile';

/** Checks that the lines of each receipt add up to its total (docs/report.md#checks, `receipt_lines`). */
export function checkLines(counted: readonly Reconciled[]): Outcome {
  return {
    expected: sumOf(counted, ({ receipt }) => receipt.total),
    actual: sumOf(counted, ({ lines }) => lines),
    faults: counted.flatMap((at): CheckResult[] => [
      ...(at.lines.eq(at.receipt.total)
        ? []
        : [{ kind: 'lines' as const, at, expected: at.receipt.total, actual: at.lines }]),
      ...(at.receipt.lines.some(({ wrong }) => wrong) ? [{ kind: 'malformed' as const, at }] : []),
    ]),
  };
}

/** Checks that the tax rows equal the lines by rate, and that net + tax is gross in each (docs/report.md#checks, `receipt_tax`). */
export function checkTax(counted: readonly Reconciled[]): Outcome {
  return {
    expected: sumOf(counted, ({ sold, aside, rowsHaveAside }) =>
      rowsHaveAside ? sold.tax.plus(aside.tax) : sold.tax,
    ),
    actual: sumOf(counted, ({ receipt }) => sumOf(receipt.taxes, ({ tax }) => tax)),
    faults: counted.flatMap(taxFaults),
  };
}

function taxFaults(at: Reconciled): CheckResult[] {
  const { receipt, said, rows, rowsHaveAside } = at;
  const lines = receipt.lines.filter(({ aside }) => rowsHaveAside || aside === null);
  const parts = [
    ...lines.map(({ rate, total, net, tax }) => ({ rate, gross: total, net, tax, isRow: false })),
    ...receipt.taxes.map((row) => ({ ...row, isRow: true })),
  ];
  const faults = groupBy(parts, ({ rate }) => rate?.toFixed() ?? null).flatMap((of) =>
    figureNames.flatMap((kind): CheckResult[] => {
      const expected = sumOf(of, (part) => (part.isRow ? zero : part[kind]));
      const actual = sumOf(of, (part) => (part.isRow ? part[kind] : zero));
      return expected.eq(actual) ? [] : [{ kind, at, rate: of[0]?.rate ?? null, expected, actual }];
    }),
  );
  for (const { rate, gross, net, tax } of receipt.taxes) {
    if (!net.plus(tax).eq(gross))
      faults.push({ kind: 'net_and_tax', at, rate, expected: gross, actual: net.plus(tax) });
  }
  const sum = said.net.plus(said.tax);
  if (!sum.eq(said.gross)) faults.push({ kind: 'net_and_tax', at, expected: said.gross, actual: sum });
  if (!said.tax.eq(rows.tax)) faults.push({ kind: 'total_tax', at, expected: rows.tax, actual: said.tax });
  if (receipt.lines.some(({ wrongTax }) => wrongTax) || receipt.taxes.some(({ wrong }) => wrong))
    faults.push({ kind: 'malformed', at });
  return faults;
}

/** Returns the amount due: the total plus the rounding. */
export const due = ({ receipt }: Reconciled): Decimal => receipt.total.plus(receipt.rounding);

/** Checks that the tenders add up to total + rounding (docs/report.md#checks, `receipt_tenders`). */
export function checkTenders(all: readonly Reconciled[]): Outcome {
  const isPaid = ({ receipt }: Reconciled) =>
    receipt.active && ['paid_in', 'paid_out'].includes(receipt.type);
  const counted = all.filter(({ receipt }) => receipt.counts);
  return {
    expected: sumOf(counted, due),
    actual: sumOf(counted, ({ paid }) => paid),
    faults: all
      .filter((at) => at.receipt.counts || isPaid(at))
      .flatMap((at): CheckResult[] => {
        const { tenders } = at.receipt;
        // Paid in and paid out may have either sign, and need not have a tender.
        const adds = at.receipt.counts
          ? due(at).eq(at.paid)
          : tenders.length === 0 || due(at).abs().eq(at.paid.abs());
        return [
          ...(adds ? [] : [{ kind: 'tenders' as const, at, expected: due(at), actual: at.paid }]),
          ...tenders.flatMap(({ applied, amount }): CheckResult[] =>
            applied === null || applied.eq(amount)
              ? []
              : [{ kind: 'change', at, expected: amount, actual: applied }],
          ),
          ...(tenders.some(({ wrong }) => wrong) ? [{ kind: 'malformed' as const, at }] : []),
        ];
      }),
  };
}

/** Checks that each receipt has the location and the currency of its day. */
export function checkBelongs(day: DayFacts, all: readonly Reconciled[]): Outcome {
  const active = all.filter(({ receipt }) => receipt.active);
  const faults = active.flatMap((at) =>
    (['location_id', 'currency'] as const).flatMap((name): CheckResult[] =>
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
  const places = new Map(day.registers.map(({ pos_id, location_id }) => [pos_id, location_id]));
  const registers = active.flatMap((at): CheckResult[] => {
    const place = places.get(at.receipt.pos_id) ?? null;
    return at.receipt.pos_id === '' || place === null || place === day.location_id
      ? []
      : [{ kind: 'register', at, expected: day.location_id, actual: place }];
  });
  return countOf(active.length, [...faults, ...registers]);
}
