import { z } from 'zod';
import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { day, openEnum, positiveDecimalText, settings, text } from '@/contract/values';

/** Known types of taxes; the interface gives no complete list. */
export const taxTypes = ['vat', 'exempt', 'reverse'] as const;

/** A tax rate. An old rate is deactivated, never changed: receipts reference the rate they were sold at. */
export const tax = defineResource({
  name: 'tax',
  description: 'A tax rate, in percent.',
  fields: {
    code: field(text(40), ''),
    rate: field(positiveDecimalText()),
  },
  data: settings({
    included: z.boolean(),
    type: openEnum(taxTypes),
    valid_from: day(),
    valid_until: day(),
    account_code: text(40),
  }),
  inOrder: [['valid_from', 'valid_until']],
  filters: ['code', 'rate'],
  sorts: ['code', 'rate'],
  codes: ['code'],
  shared: true,
  access: masterData,
});
