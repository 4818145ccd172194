import type { Big } from 'big.js';
import { zero } from '../report/receipt';
import type { FaultKind } from '../report/schema/check-codes';
import type { Reconciled } from './reconcile';

/** A fault as it is found: numbers still numbers, at a receipt (its place in the report) or none. */
export interface CheckResult {
  readonly kind: FaultKind;
  readonly at?: Reconciled;
  /** The id of a receipt that lies in another day. */
  readonly late?: string;
  readonly pos_id?: string | null;
  readonly rate?: Big | null;
  /** Which line of the receipt, from 1. */
  readonly line?: number;
  readonly expected?: Big | string | null;
  readonly actual?: Big | string | null;
  /** Other receipts that it points at. */
  readonly also?: readonly Reconciled[];
}

/** What a check compares over all, and what it found. */
export interface Outcome {
  readonly expected: Big;
  readonly actual: Big;
  readonly found: readonly CheckResult[];
  /** Whether the sums are numbers of receipts. */
  readonly counts?: boolean;
}

/** The sums of gross, net and tax, in the order in which they are compared. */
export const figureNames = ['gross', 'net', 'tax'] as const;

/** A check that has no sums: of so many receipts, those that are at fault. */
export function countOf(receipts: number, found: readonly CheckResult[]): Outcome {
  const wrong = new Set(found.flatMap(({ at, also = [] }) => [...(at ? [at] : []), ...also])).size;
  return { expected: zero.plus(receipts), actual: zero.plus(receipts - wrong), found, counts: true };
}
