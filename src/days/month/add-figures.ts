import { type Decimal, sumOf } from '@/record/decimal';
import { groupBy } from '../checks/recompute-totals';
import type { DayFigures } from './sealed-figures';

/** Returns the sums of the figures of several days: rates in order, tenders with the largest amount first. */
export function addFigures(days: readonly DayFigures[]): DayFigures {
  const rates = groupBy(
    days.flatMap(({ by_tax }) => by_tax),
    ({ rate }) => rate,
  );
  const tenders = groupBy(
    days.flatMap(({ by_tender }) => by_tender),
    ({ tender_id, type, name }) => tender_id ?? [type, name],
  );
  const asides = groupBy(
    days.flatMap(({ non_turnover }) => non_turnover),
    ({ kind, returned }) => [kind, returned],
  );
  return {
    count: days.reduce((sum, { count }) => sum + count, 0),
    gross: sumOf(days, ({ gross }) => gross),
    net: sumOf(days, ({ net }) => net),
    tax: sumOf(days, ({ tax }) => tax),
    by_tax: rates
      .map((of) => ({
        rate: of[0]?.rate ?? null,
        net: sumOf(of, ({ net }) => net),
        tax: sumOf(of, ({ tax }) => tax),
      }))
      .toSorted((one, other) => Number(other.rate ?? -1) - Number(one.rate ?? -1)),
    by_tender: tenders
      .map((of) => ({
        tender_id: of[0]?.tender_id ?? null,
        name: of[0]?.name ?? null,
        type: of[0]?.type ?? null,
        amount: sumOf(of, ({ amount }) => amount),
      }))
      .toSorted((one, other) => other.amount.cmp(one.amount)),
    non_turnover: asides.map((of) => ({
      kind: of[0]?.kind ?? '',
      returned: of[0]?.returned ?? false,
      amount: sumOf(of, ({ amount }) => amount),
    })),
  };
}

/** Whether two computations of the same day or month agree in every sum, rate, tender and kind. */
export function agree(one: DayFigures, other: DayFigures): boolean {
  const same = <T>(
    a: readonly T[],
    b: readonly T[],
    key: (row: T) => unknown,
    values: (row: T) => Decimal[],
  ): boolean => {
    const found = new Map(b.map((row) => [JSON.stringify(key(row)), values(row)]));
    return (
      a.length === b.length &&
      a.every((row) => {
        const theirs = found.get(JSON.stringify(key(row)));
        return values(row).every((value, at) => theirs?.[at]?.eq(value) === true);
      })
    );
  };
  return (
    one.count === other.count &&
    one.gross.eq(other.gross) &&
    one.net.eq(other.net) &&
    one.tax.eq(other.tax) &&
    same(
      one.by_tax,
      other.by_tax,
      ({ rate }) => rate,
      ({ net, tax }) => [net, tax],
    ) &&
    same(
      one.by_tender,
      other.by_tender,
      ({ tender_id, type, name }) => tender_id ?? [type, name],
      ({ amount }) => [amount],
    ) &&
    same(
      one.non_turnover,
      other.non_turnover,
      ({ kind, returned }) => [kind, returned],
      ({ amount }) => [amount],
    )
  );
}

/** What customers are owed by one kind: received and used up, zero or more unless more went back than came. */
export interface Owed {
  readonly received: Decimal;
  readonly used: Decimal;
}

/** Returns the gift cards of some days: sold, and redeemed as a means of payment. */
export const giftCardsOf = ({ non_turnover, by_tender }: DayFigures): Owed => ({
  received: sumOf(
    non_turnover.filter(({ kind }) => kind === 'gift_card'),
    ({ amount }) => amount,
  ),
  used: sumOf(
    by_tender.filter(({ type }) => type === 'gift_card'),
    ({ amount }) => amount,
  ),
});

/** Returns the deposits of some days: taken, and given back or used. */
export const depositsOf = ({ non_turnover }: DayFigures): Owed => {
  const of = (isReturned: boolean) =>
    sumOf(
      non_turnover.filter(({ kind, returned }) => kind === 'deposit' && returned === isReturned),
      ({ amount }) => amount,
    );
  return { received: of(false), used: of(true).neg() };
};
