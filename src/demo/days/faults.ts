import { signedText } from '../money';
import type { Drawer } from './drawer';
import type { DemoReceipt } from './receipt';

/** A fault in a business day of the demo, for the checks of its report to find. */
export interface Fault {
  readonly place: string;
  readonly date: string;
  /**
   * `tax`: the tax of a receipt is a cent off at each of two rates. `gap`: a receipt number is missing. `opening`: a
   * wrong opening float.
   */
  readonly kind: 'tax' | 'gap' | 'opening';
}

/** Returns the days with a fault, one of each kind: a fixed number of business days before the last one of a shop. */
export function faultsOf(datesOf: (place: string) => readonly string[]): Fault[] {
  const dateOf = (place: string, back: number) =>
    datesOf(place)
      .toSorted()
      .at(-1 - back) ?? '';
  return [
    { kind: 'tax', place: 'hakaniemi', date: dateOf('hakaniemi', 4) },
    { kind: 'gap', place: 'kallio', date: dateOf('kallio', 7) },
    { kind: 'opening', place: 'munkkiniemi', date: dateOf('munkkiniemi', 10) },
  ];
}

/** Applies the fault `opening`: a wrong opening float of the first drawer, as if two digits were swapped. */
export function applyOpeningFault(fault: Fault, drawers: readonly Drawer[]): void {
  const [drawer] = drawers;
  if (fault.kind === 'opening' && drawer) drawer.float -= 4500;
}

/** Applies the day's fault to its receipts; the receipts of a gap keep their order. */
export function applyFault(fault: Fault, receipts: readonly DemoReceipt[], drawers: readonly Drawer[]): void {
  if (fault.kind === 'tax') applyTaxFault(receipts);
  if (fault.kind === 'gap' && drawers[0]) skipNumber(receipts, drawers[0]);
}

/**
 * Moves a cent of tax from one rate to the other on a receipt with two rates. The receipt's sum does not change, and
 * the tax of each row is still within the rounding tolerance of its rate.
 */
function applyTaxFault(receipts: readonly DemoReceipt[]): void {
  const rows = receipts
    .slice(Math.floor(receipts.length / 3))
    .filter(({ body }) => body.type === 'sale')
    .flatMap(({ body }) => {
      const taxed = body.data.taxes.filter(({ rate }) => rate !== '0');
      return taxed.length < 2 ? [] : [taxed, taxed.toReversed()];
    })
    .find(([from, to]) => from && to && taxDifference(from, -1) <= 1 && taxDifference(to, 1) <= 1);
  const [from, to] = rows ?? [];
  if (!from || !to) throw new RangeError('No receipt of two rates to spoil');
  for (const [row, cents] of [
    [from, -1],
    [to, 1],
  ] as const) {
    row.tax = plusCents(row.tax, cents);
    row.net = plusCents(row.net, -cents);
  }
}

/** Returns how many cents a row's tax, plus `cents`, differs from what its rate gives for its gross amount. */
function taxDifference(
  { rate, gross, tax }: { rate: string; gross: string; tax: string },
  cents: number,
): number {
  const exact = (100 * Number(gross) * Number(rate)) / (100 + Number(rate));
  return Math.abs(100 * Number(tax) + cents - exact);
}

/** From the middle of the day, the numbers of a register are one higher, as if one receipt was never posted. */
function skipNumber(receipts: readonly DemoReceipt[], drawer: Drawer): void {
  const own = receipts.filter(({ body }) => body.pos_id === drawer.pos_id);
  for (const { body } of own.slice(Math.floor(own.length / 2))) {
    body.receipt_num = String(Number(body.receipt_num) + 1).padStart(body.receipt_num.length, '0');
  }
  drawer.next += 1;
}

const plusCents = (amount: string, cents: number) => signedText(Number(amount.replace('.', '')) + cents);
