import { z } from 'zod';
import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { currency, day, guid, integer, openEnum, settings, timeOfDay, weekdays } from '@/contract/values';

/** The purposes of a price list. */
export const priceListTypes = ['base', 'campaign', 'customer'] as const;

/** A price list: prices that are valid always, at certain hours, in certain locations, or for certain customers. */
export const pricelist = defineResource({
  name: 'pricelist',
  description: 'A price list: prices that hold always, at some hours, in some places or for some customers.',
  fields: {
    currency: field(currency(), 'EUR'),
    type: field(openEnum(priceListTypes), 'base'),
  },
  data: settings({
    tax_included: z.boolean(),
    valid_from: day(),
    valid_until: day(),
    weekdays: weekdays(),
    time_from: timeOfDay(),
    time_until: timeOfDay(),
    location_ids: z.array(guid()),
    priority: integer(),
  }),
  inOrder: [['valid_from', 'valid_until']],
  filters: ['currency', 'type'],
  sorts: ['currency', 'type'],
  shared: true,
  access: masterData,
});
