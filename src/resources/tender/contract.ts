import { z } from 'zod';
import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { amount, currency, integer, openEnum, settings, text } from '@/contract/values';

/** Known types of tenders. */
export const tenderTypes = [
  'cash',
  'card',
  'mobile',
  'gift_card',
  'voucher',
  'lunch',
  'invoice',
  'account',
  'other',
] as const;

/** How an amount is rounded to the cash rounding unit. */
export const roundingModes = ['half_up', 'up', 'down', 'half_even'] as const;

/** A tender: a means of payment, and how the till handles it. */
export const tender = defineResource({
  name: 'tender',
  description: 'A tender: a way to pay, and what the till does with it.',
  fields: {
    tender_num: field(integer().nullable(), null),
    type: field(openEnum(tenderTypes), 'other'),
  },
  data: settings({
    currency: currency(),
    rounding: settings({ unit: amount(), mode: openEnum(roundingModes) }),
    opens_drawer: z.boolean(),
    gives_change: z.boolean(),
    allows_refund: z.boolean(),
    allows_tip: z.boolean(),
    counted_at_close: z.boolean(),
    min_amount: amount(),
    max_amount: amount(),
    fee_percent: amount(),
    account_code: text(40),
    sort_order: integer(),
  }),
  filters: ['tender_num', 'type'],
  sorts: ['tender_num', 'type'],
  codes: ['tender_num'],
  shared: true,
  access: masterData,
});
