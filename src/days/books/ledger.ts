import type { Decimal } from '@/record/decimal';
import type { SentLack, SentRow } from '../voucher/schema';

/**
 * The program that writes and its edition, as formats name them. The edition goes up when a writer changes its bytes: the version
 * of the product would change a file of old days with every release.
 */
export const program = { name: 'Tillhouse', edition: '1' } as const;

/** A row of a voucher. `amount` is signed: debit is positive, credit negative. */
export interface LedgerRow extends Omit<SentRow, 'debit' | 'credit'> {
  readonly amount: Decimal;
}

/** A voucher of one location: of one day, or of several. */
export interface LedgerVoucher {
  readonly location: { readonly id: string; readonly name: string };
  /** The first and the last day; the last is the date of the voucher. */
  readonly from: string;
  readonly to: string;
  readonly days: readonly { readonly id: string; readonly date: string; readonly status: string }[];
  /** The number that its days were exported with; null without one. */
  readonly number: string | null;
  /** The series of the number; empty without a number of a series. */
  readonly series: string;
  /** The date on which the days were final: of their last seal, else of the voucher. */
  readonly final: string;
  /** The hashes of the seals of its days, in their order; without those that have none. */
  readonly seals: readonly string[];
  readonly lacks: readonly SentLack[];
  readonly rows: readonly LedgerRow[];
}

/** What the company says for its files (docs/books.md#settings). */
export interface BookSettings {
  readonly name: string;
  /** The business id of the locations if they share one of their own, else of the company. */
  readonly business_id: string;
  /** The locations whose own business id that is; empty where it is the company's. */
  readonly business_id_of: readonly string[];
  /** The month in which the fiscal year begins, 1 to 12. */
  readonly fiscal_month: number;
  readonly datev_consultant: string;
  readonly datev_client: string;
  readonly datev_clearing: string;
  /** The digits of DATEV's accounts; null: as many as the longest one has. */
  readonly datev_account_length: number | null;
  readonly netvisor_voucher_type: string;
  readonly procountor_dimension: string;
}

/**
 * The vouchers that a file is made of, in one currency. A file depends on nothing else: the same ledger makes the same bytes.
 */
export interface Ledger {
  readonly company: BookSettings;
  readonly currency: string;
  readonly scale: number;
  /** The first and the last date of the days. */
  readonly from: string;
  readonly to: string;
  /** The moment of the last seal, as local time (`2026-03-31T23:10:00`): what formats call the time of writing. */
  readonly made: string;
  /** By date, then by location. */
  readonly vouchers: readonly LedgerVoucher[];
}

/** A file that was written. */
export interface BookFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns the first and the last day of the fiscal year that a date is in. */
export function fiscalYear(date: string, firstMonth: number): { readonly from: string; readonly to: string } {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const begins = month >= firstMonth ? year : year - 1;
  const last = new Date(Date.UTC(begins + 1, firstMonth - 1, 0));
  return {
    from: `${begins}-${String(firstMonth).padStart(2, '0')}-01`,
    to: last.toISOString().slice(0, 10),
  };
}

/** Whether a row is of the profit and loss account: only those have a cost centre. */
export const isResult = ({ use }: Pick<LedgerRow, 'use'>): boolean =>
  ['revenue', 'rounding', 'over', 'short', 'card_fee', 'difference'].includes(use);

/** `2026-03-01` without its hyphens, as most formats write a date. */
export const compactDate = (date: string): string => date.replaceAll('-', '');

/** `2026-03-01` as `01.03.2026`. */
export const dottedDate = (date: string): string => date.split('-').toReversed().join('.');
