import type { Hasher } from '../seal/contents';

/** The version of what the lock of a month covers. A later edition gets a new number. */
export const monthEdition = 1;

/** A business day as the lock of its month covers it. */
export interface SealedMonthDay {
  readonly businessday_id: string;
  /** The SHA-256 of the day's contents (seal/contents.ts). */
  readonly content: string;
  readonly date: string;
  readonly location_id: string;
  /** The hash of its seal and its place in the location's chain; null of a day that was closed before there were seals. */
  readonly seal: string | null;
  readonly seal_number: number | null;
}

/** What the lock of a month covers. Money is decimal text at the currency's scale. */
export interface MonthContents {
  readonly company_id: string;
  readonly contents: number;
  readonly currencies: readonly {
    readonly by_tax: readonly { readonly net: string; readonly rate: string | null; readonly tax: string }[];
    readonly count: number;
    readonly currency: string;
    readonly gross: string;
    readonly net: string;
    /** What customers are owed, as it stood: earlier months that are open may still change. Null where it is not known. */
    readonly owed: readonly {
      readonly brought_forward: string | null;
      readonly carried_on: string | null;
      readonly kind: 'gift_card' | 'deposit';
      readonly received: string;
      readonly used: string;
    }[];
    readonly tax: string;
  }[];
  /** By location, date and id. */
  readonly days: readonly SealedMonthDay[];
  /** The locations with business days, by id: in which country's VAT return their sales stood. */
  readonly locations: readonly { readonly country: string | null; readonly location_id: string }[];
  /** Dates without a business day, and why, by location and date. */
  readonly missing: readonly {
    readonly date: string;
    readonly location_id: string;
    readonly reason: string;
  }[];
  readonly month: string;
  /** The questions about its days that nobody had closed, by id, and what was said about them; null without any. */
  readonly questions: { readonly ids: readonly string[]; readonly reason: string } | null;
}

/** The fields of an entry in the chain of a company's months besides its hash. */
export interface MonthEntryHead {
  readonly action: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly by: string;
  readonly company_id: string;
  /** The SHA-256 of the contents; null for an unlock. */
  readonly content: string | null;
  readonly month: string;
  readonly number: number;
  /** The hash of the entry before it, of whatever month. */
  readonly previous: string | null;
  readonly reason: string | null;
}

/** Returns JSON with its keys in order at every depth: of text and integers alone that is canonical (RFC 8785). */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** Returns the hash of an entry: of its head as canonical JSON, which includes the hash of the entry before it. */
export function monthEntryHash(hasher: Hasher, head: MonthEntryHead): string {
  const { action, at, by, company_id, content, month, number, previous, reason } = head;
  hasher.update(sortedJson({ action, at, by, company_id, content, month, number, previous, reason }));
  return hasher.hex();
}

/** Returns the SHA-256 of a text in UTF-8. */
export function textHash(hasher: Hasher, text: string): string {
  hasher.update(text);
  return hasher.hex();
}
