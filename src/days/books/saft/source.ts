import type { Receipt } from '../../report/receipt';

/** A business day as a register has it. Times are local: `2026-03-01T22:10:00`. */
export interface SaftDay {
  readonly id: string;
  readonly date: string;
  readonly closed: string;
  /** The z reports of the register on this day. */
  readonly z_reports: readonly { readonly z_number: string | null; readonly opening_float: string }[];
}

/** A receipt with what its file says beyond the report. */
export interface SaftReceipt {
  readonly receipt: Receipt;
  readonly businessday_id: string;
  /** When it was completed, as local time of its location. */
  readonly at: string;
  /** The receipt that it returns or corrects. */
  readonly ref_id: string | null;
  readonly reason: string | null;
  /** What the till signed it with; null for a till that signs nothing. */
  readonly signature: string | null;
  readonly key_version: string | null;
}

/** A register of a location, with its days in their order. */
export interface SaftRegister {
  readonly id: string;
  readonly name: string;
  readonly days: readonly SaftDay[];
}

/** A location with its registers. */
export interface SaftLocation {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly postal_code: string;
  readonly country: string;
  readonly registers: readonly SaftRegister[];
}

/** What a SAF-T file is made of, without its receipts: those are read a page at a time. */
export interface SaftSource {
  readonly company: { readonly name: string; readonly business_id: string };
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  /** What formats call the time of writing: that of the last seal. */
  readonly made: string;
  readonly fiscalYear: string;
  /** The rates of the receipts as decimal text, with their standard codes. */
  readonly rates: ReadonlyMap<string, string>;
  readonly cashiers: readonly { readonly id: string; readonly name: string }[];
  readonly articles: readonly { readonly id: string; readonly group: string; readonly name: string }[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  /** The types of tenders that receipts were paid with. */
  readonly tenders: readonly string[];
  readonly locations: readonly SaftLocation[];
  /** Reads the receipts of a register in the order of its days and their time, a page at a time. */
  readonly receipts: (register: SaftRegister) => AsyncIterable<readonly SaftReceipt[]>;
}
