import { z } from 'zod';
import { defineResource, field, optionalReference } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { integer, settings, text } from '@/contract/values';

/** A department: the category of a product, with the account for its sales. */
export const dpt = defineResource({
  name: 'dpt',
  description: 'A department: the shelf a product stands on, and the account its sales go to.',
  fields: {
    dpt_num: field(integer().nullable(), null),
    grp_id: optionalReference('grp'),
    tax_id: optionalReference('tax'),
  },
  data: settings({
    color: text(40),
    sort_order: integer(),
    account_code: text(40),
    printer: text(100),
    age_limit: z.int().min(0).max(120),
    discount_allowed: z.boolean(),
  }),
  filters: ['dpt_num', 'grp_id', 'tax_id'],
  sorts: ['dpt_num'],
  codes: ['dpt_num'],
  shared: true,
  access: masterData,
});
