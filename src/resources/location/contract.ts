import { z } from 'zod';
import { defineResource, field, type DataReference } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { address, currency, guid, integer, openEnum, settings, text, timeOfDay } from '@/contract/values';

/** The kinds of locations. */
export const locationTypes = ['store', 'warehouse', 'event'] as const;

/** Whether the cash drawers of a location must be counted before its business day is closed. */
export const countingAtClose = ['none', 'required'] as const;

/** A location: a place that sells or stores goods, with its own business days, opening hours and receipts. */
export const location = defineResource({
  name: 'location',
  description: 'A location: a place that sells or keeps goods, with its own days, hours and receipts.',
  fields: {
    location_num: field(integer().nullable(), null),
    type: field(openEnum(locationTypes), 'store'),
  },
  data: settings({
    address: address(),
    business_id: text(40),
    phone: text(100),
    email: text(),
    timezone: text(100),
    locale: text(40),
    currency: currency(),
    pricelist_id: guid(),
    day_cutover: timeOfDay(),
    count_at_close: openEnum(countingAtClose).meta({
      description:
        '`required`: a business day is closed with `counted` of each register that has cash, else 422 `not_counted`. Left out as `none`.',
    }),
    cost_centre: text(40),
    voucher_series: text(20),
    receipt_header: z.array(text()),
    receipt_footer: z.array(text()),
  }),
  filters: ['location_num', 'type'],
  sorts: ['location_num', 'type'],
  codes: ['location_num'],
  shared: false,
  access: masterData,
  dataReferences: ({ pricelist_id: id }): DataReference[] =>
    id ? [{ resource: 'pricelist', id, pointer: '/pricelist_id' }] : [],
});
