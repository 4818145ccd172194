import { notConverted } from '@/app/form/checks/common-checks';
import type { RecordChecks } from '@/app/form/checks/record-checks';

export { texts } from './texts';

/** The checks besides the contract: whether prices hold tax is no mere label. */
export const checks: RecordChecks = {
  doubtful: async (checked) => notConverted(checked, ['data', 'tax_included']),
};
