import { Decimal } from '@/record/decimal';
import type { SentVoucher } from '../voucher/schema';
import type { BookSettings, Ledger, LedgerVoucher } from './ledger';

/** What a file needs of a business day beyond its voucher. */
export interface DayFacts {
  /** The hash of its last seal, and when it was made as local time of the location; null without one. */
  readonly seal: { readonly hash: string; readonly at: string } | null;
  /** The series of its voucher number; null without one. */
  readonly series: string | null;
}

/** Returns the ledger of some vouchers (docs/books.md#the-ledger). `facts` has their days by id. */
export function ledgerOf(
  vouchers: readonly SentVoucher[],
  of: {
    readonly company: BookSettings;
    readonly currency: string;
    readonly scale: number;
    readonly facts: ReadonlyMap<string, DayFacts>;
  },
): Ledger {
  const { facts, ...rest } = of;
  const days = vouchers.flatMap((voucher) => voucher.days);
  const dates = days.map(({ date }) => date).toSorted();
  const sealed = days.flatMap(({ id }) => facts.get(id)?.seal?.at ?? []).toSorted();
  const to = dates.at(-1) ?? '';
  return {
    ...rest,
    from: dates[0] ?? '',
    to,
    made: (sealed.at(-1) ?? `${to}T00:00:00`).slice(0, 19),
    vouchers: vouchers.map((voucher) => ledgerVoucher(voucher, facts)).toSorted(inOrder),
  };
}

function ledgerVoucher(
  { location, from, to, days, number, lacks, rows }: SentVoucher,
  facts: ReadonlyMap<string, DayFacts>,
): LedgerVoucher {
  const known = days.flatMap(({ id }) => facts.get(id) ?? []);
  const seals = known.flatMap(({ seal }) => seal ?? []);
  const last = seals
    .map(({ at }) => at.slice(0, 10))
    .toSorted()
    .at(-1);
  return {
    location,
    from,
    to,
    days,
    number,
    series: known.find(({ series }) => series !== null)?.series ?? '',
    // A day that was closed before midnight of its own date by a clock that was wrong is final on its date.
    final: last !== undefined && last > to ? last : to,
    seals: seals.map(({ hash }) => hash),
    lacks,
    rows: rows.map(({ debit, credit, ...row }) => ({
      ...row,
      amount: debit === null ? Decimal.parse(credit ?? '0').neg() : Decimal.parse(debit),
    })),
  };
}

const inOrder = (one: LedgerVoucher, other: LedgerVoucher): number => {
  const keys = (voucher: LedgerVoucher) => [
    voucher.to,
    voucher.location.name,
    voucher.location.id,
    voucher.number ?? '',
    voucher.days[0]?.id ?? '',
  ];
  const theirs = keys(other);
  const at = keys(one).findIndex((key, index) => key !== theirs[index]);
  if (at < 0) return 0;
  return (keys(one)[at] ?? '') < (theirs[at] ?? '') ? -1 : 1;
};
