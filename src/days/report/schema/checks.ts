import { z } from 'zod';
import { guid, sumText as sum } from '@/contract/values';
import { checkCodes, faultKinds } from './check-codes';

const fault = z.object({
  kind: z.enum(faultKinds),
  transaction_id: z.string().nullable(),
  pos_id: z.string().nullable(),
  rate: z.string().nullable(),
  /** The number of the receipt line, from 1. */
  line: z.int().nullable(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
});
/** One mismatch of a check: its place (a receipt, a register, or the day), its kind and both values. */
export type Fault = z.infer<typeof fault>;

const check = z.object({
  code: z.enum(checkCodes),
  ok: z.boolean(),
  /** Sums over everything that was checked; a check without sums (sequence, belongs) counts receipts. */
  expected: sum(),
  actual: sum(),
  /** The receipts with faults, in the order of the report, each once. */
  transaction_ids: z.array(guid()),
  faults: z.array(fault),
});
/** A check of the report: whether it passes and, if it fails, its faults and their receipts. */
export type Check = z.infer<typeof check>;

const acknowledgement = z.object({ id: guid(), reason: z.string(), at: z.string(), by: z.string() });
/** Who acknowledged the faults of a check, when and why. */
export type Acknowledgement = z.infer<typeof acknowledgement>;
/** A check with the acknowledgement of its faults. */
export const reportCheck = check.extend({
  /** Not null if all its faults are acknowledged: then the check does not mark the day as failing. */
  acknowledged: acknowledgement.nullable().default(null),
});
