import { CanonicalReader, type Sealed } from './canonical';

/**
 * The version of the sealed contents. A later edition that seals more gets a new number; older seals are verified with the
 * edition that they name.
 */
export const contentsEdition = 1;

/**
 * The sealed fields of the day, including its snapshot and totals. Status, voucher number and note are excluded, since
 * later states change them, and so are the service's own times and version.
 */
const sealedDay: Sealed = {
  only: new Set([
    'id',
    'company_id',
    'location_id',
    'name',
    'date',
    'opened_at',
    'closed_at',
    'snapshot',
    'late_z_reports',
    'totals',
    'data',
  ]),
  within: { data: { without: new Set(['modified_at', 'note', 'voucher_num']) } },
};

/** The sealed fields of a receipt: everything that the till sent, and its removal. */
const sealedReceipt: Sealed = {
  only: new Set([
    'id',
    'active',
    'name',
    'businessday_id',
    'location_id',
    'pos_id',
    'receipt_num',
    'type',
    'completed_at',
    'cashier',
    'customer_id',
    'currency',
    'total',
    'total_net',
    'total_tax',
    'rounding',
    'removed',
    'company_id',
    'created_at',
    'data',
  ]),
  within: { data: { without: new Set(['modified_at']) } },
};

/** Incremental SHA-256. */
export interface Hasher {
  readonly update: (text: string) => void;
  /** Returns the hash as 64 hexadecimal digits. */
  readonly hex: () => string;
}

/**
 * Returns the SHA-256 of a day's contents: `{"businessday":…,"contents":1,"transactions":[…]}` as canonical JSON in UTF-8, the
 * receipts in the order of the report. `day` is the day as JSON text; `receipts` are JSON texts of arrays of
 * receipts, one behind the other.
 */
export function contentsHash(hasher: Hasher, day: string, receipts: Iterable<string>): string {
  hasher.update(
    `{"businessday":${new CanonicalReader(day).value(sealedDay)},"contents":${contentsEdition},"transactions":[`,
  );
  let first = true;
  for (const list of receipts) {
    const reader = new CanonicalReader(list);
    const some: string[] = [];
    reader.elements(() => some.push(reader.value(sealedReceipt)));
    if (some.length === 0) continue;
    hasher.update((first ? '' : ',') + some.join(','));
    first = false;
  }
  hasher.update(']}');
  return hasher.hex();
}

/** Returns the same hash from the JSON text of a report, with `businessday` and `transactions`. */
export function reportHash(hasher: Hasher, report: string): string {
  let day = '{}';
  let receipts = '[]';
  const reader = new CanonicalReader(report);
  reader.members((name) => {
    if (name === 'businessday') day = reader.value(sealedDay);
    else if (name === 'transactions') receipts = reader.value(sealedReceipt);
    else reader.value();
  });
  hasher.update(`{"businessday":${day},"contents":${contentsEdition},"transactions":${receipts}}`);
  return hasher.hex();
}

/** Why a day was sealed. */
export const sealReasons = ['close', 'late_z_report'] as const;
export type SealReason = (typeof sealReasons)[number];

/** The fields of a seal besides its hash. */
export interface SealHead {
  readonly businessday_id: string;
  readonly location_id: string;
  /** Its position in the chain of the location, from 1. */
  readonly number: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly by: string;
  readonly reason: SealReason;
  readonly contents: number;
  /** The SHA-256 hash of the day's contents. */
  readonly content: string;
  /** The hash of the previous seal of the same location; null for the first. */
  readonly previous: string | null;
}

/** Returns the hash of a seal: of its head as canonical JSON, which includes the hash of the previous seal. */
export function sealHash(hasher: Hasher, head: SealHead): string {
  const { at, businessday_id, by, content, contents, location_id, number, previous, reason } = head;
  hasher.update(
    JSON.stringify({ at, businessday_id, by, content, contents, location_id, number, previous, reason }),
  );
  return hasher.hex();
}
