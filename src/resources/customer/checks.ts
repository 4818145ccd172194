import { sameContact, takenBy, wrongEmail } from '@/app/form/checks/common-checks';
import type { RecordChecks } from '@/app/form/checks/record-checks';

export { texts } from '@/app/form/checks/check-texts';

/** The checks of a customer besides its contract. */
export const checks: RecordChecks = {
  wrong: (checked) => wrongEmail(checked),
  async doubtful(checked, context) {
    const found = await Promise.all([
      takenBy(checked, context, 'customer_num'),
      sameContact(checked, context, 'email'),
      sameContact(checked, context, 'phone'),
    ]);
    return found.flat();
  },
};
