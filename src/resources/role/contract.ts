import { z } from 'zod';
import { fieldGroupNames } from '@/contract/field-groups';
import { defineResource, field } from '@/contract/resource';
import { administration } from '@/contract/role';
import { settings } from '@/contract/values';

/** The built-in roles that one of the company's own may count as, where a rule knows those alone. */
export const countedAs = ['manager', 'accountant'] as const;

/**
 * A role that a company made (docs/security.md#roles): all its rights by name, fields that it does not see or not change, and how far it may
 * change a price. Memberships name it (`role_id`).
 */
export const role = defineResource({
  name: 'role',
  description: 'A role that the company made: what its people may do and see.',
  fields: {
    /** The built-in role that its people are given beside it, for rules that know those alone: a second factor that is asked of managers. */
    counts_as: field(z.enum(countedAs).meta({ examples: ['manager', 'accountant'] }), 'manager'),
  },
  data: settings({
    rights: z
      .array(
        z
          .string()
          .max(60)
          .meta({ examples: ['plu.read', 'tax.read', 'dpt.read'] }),
      )
      .max(200),
    hidden: z.array(z.enum(fieldGroupNames)),
    read_only: z.array(z.enum(fieldGroupNames)),
    /** The largest change of a price, in percent of the price before; null for any. */
    largest_price_change: z.number().min(0).max(1000),
    note: z.string().max(4000),
  }),
  filters: ['counts_as'],
  sorts: ['counts_as'],
  shared: true,
  access: administration,
  generatesIds: true,
});
