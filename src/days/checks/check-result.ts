import { type Decimal, zero } from '@/record/decimal';
import type { FaultKind } from '../report/schema/check-codes';
import type { Reconciled } from './reconcile';

/** A fault before it is serialized: values are numbers, and the receipt, if any, is an object. */
export interface CheckResult {
  readonly kind: FaultKind;
  readonly at?: Reconciled;
  /** The id of a receipt that is stored in another day. */
  readonly late?: string;
  readonly pos_id?: string | null;
  readonly rate?: Decimal | null;
  /** The number of the receipt line, from 1. */
  readonly line?: number;
  readonly expected?: Decimal | string | null;
  readonly actual?: Decimal | string | null;
  /** Further receipts that the fault concerns. */
  readonly also?: readonly Reconciled[];
}

/** The result of a check: the sums that it compares, and its faults. */
export interface Outcome {
  readonly expected: Decimal;
  readonly actual: Decimal;
  readonly faults: readonly CheckResult[];
  /** Whether the sums are receipt counts. */
  readonly counts?: boolean;
}

/** The sums of gross, net and tax, in the order in which they are compared. */
export const figureNames = ['gross', 'net', 'tax'] as const;

/** Returns the result of a check without sums: the number of receipts, and of those without faults. */
export function countOf(receipts: number, faults: readonly CheckResult[]): Outcome {
  const wrong = new Set(faults.flatMap(({ at, also = [] }) => [...(at ? [at] : []), ...also])).size;
  return { expected: zero.plus(receipts), actual: zero.plus(receipts - wrong), faults, counts: true };
}
