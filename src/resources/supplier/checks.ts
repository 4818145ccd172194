import { takenBy, wrongEmail } from '@/app/form/checks/common-checks';
import type { RecordChecks } from '@/app/form/checks/record-checks';

export { texts } from '@/app/form/checks/check-texts';

/** The checks of a supplier besides its contract. */
export const checks: RecordChecks = {
  wrong: (checked) => wrongEmail(checked),
  doubtful: (checked, context) => takenBy(checked, context, 'supplier_num'),
};
