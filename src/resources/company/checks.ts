import { notConverted } from '@/app/form/checks/common-checks';
import { valueAt } from '@/record/json';
import type { RecordChecks } from '@/app/form/checks/record-checks';

const secondFactor = ['data', 'second_factor'];

/** The checks besides the contract: a second factor is asked from a day on, and whether prices hold tax is no mere label. */
export const checks: RecordChecks = {
  wrong: ({ record }) => {
    const roles = valueAt(record, [...secondFactor, 'roles']);
    const lacksDay = Array.isArray(roles) && roles.length > 0 && !valueAt(record, [...secondFactor, 'from']);
    return lacksDay ? [{ path: [...secondFactor, 'from'], key: 'second_factor.from' }] : [];
  },
  doubtful: async (checked) => notConverted(checked, ['data', 'price_tax']),
};
