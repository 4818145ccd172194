import { z } from 'zod';
import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import {
  amount,
  day,
  guid,
  integer,
  openEnum,
  positiveDecimalText,
  settings,
  text,
  timeOfDay,
  weekdays,
} from '@/contract/values';

/** How the value is read: as a percentage, as an amount of money, or as the fixed price that is left to pay. */
export const discountTypes = ['percent', 'amount', 'fixed_price'] as const;
/** What the discount reduces: single lines or the whole receipt. */
export const discountScopes = ['line', 'receipt'] as const;
/** What starts it: the cashier, the till itself, or a code that the customer shows. */
export const discountTriggers = ['manual', 'automatic', 'code'] as const;

/** A discount: what it reduces and by how much, for whom, and when. */
export const discount = defineResource({
  name: 'discount',
  description: 'A discount: what it takes off, from what, for whom, and when.',
  fields: {
    discount_num: field(integer().nullable(), null),
    receipt_name: field(text(), ''),
    type: field(openEnum(discountTypes), 'percent'),
    value: field(positiveDecimalText(), '0'),
  },
  data: settings({
    scope: openEnum(discountScopes),
    trigger: openEnum(discountTriggers),
    code: text(100),
    valid_from: day(),
    valid_until: day(),
    weekdays: weekdays(),
    time_from: timeOfDay(),
    time_until: timeOfDay(),
    dpt_ids: z.array(guid()),
    plu_ids: z.array(guid()),
    customer_ids: z.array(guid()),
    customer_groups: z.array(text(100)),
    location_ids: z.array(guid()),
    min_qty: amount(),
    min_total: amount(),
    max_amount: amount(),
    stackable: z.boolean(),
    priority: integer(),
    reason_required: z.boolean(),
    approval_required: z.boolean(),
    account_code: text(40),
  }),
  inOrder: [['valid_from', 'valid_until']],
  filters: ['discount_num', 'type'],
  sorts: ['discount_num', 'type', 'value'],
  codes: ['discount_num', 'data.code'],
  shared: true,
  access: masterData,
});
