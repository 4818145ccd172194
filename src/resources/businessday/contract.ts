import { z } from 'zod';
import { computed, defineResource, field, reference } from '@/contract/resource';
import { amount, currency, day, guid, instant, integer, settings, sumText, text } from '@/contract/values';

/** The states of a business day, in order. Closed enum: the allowed changes depend on it. */
export const dayStates = ['open', 'closed', 'exported'] as const;

const zReport = settings({
  pos_id: guid(),
  z_number: integer(),
  first_receipt_num: text(100),
  last_receipt_num: text(100),
  opening_float: amount(),
  paid_in: amount(),
  paid_out: amount(),
  counted: amount(),
  /** Why the float differs from the cash counted at the previous close. */
  opening_note: text(4000),
});

/** The day's location at the time of opening, so that changing a location does not change old reports. */
export const daySnapshot = z
  .object({
    timezone: z.string().meta({ description: "An IANA name: the location's, else its company's." }),
    currency: currency(),
    cutover_hour: z.int().min(0).max(23).meta({ description: 'The hour at which the day begins.' }),
    cutover_minute: z
      .int()
      .min(1)
      .max(59)
      .optional()
      .meta({ description: 'The minute of that hour; left out as 0.' }),
    line_kinds: z.record(z.string(), z.string()).optional().meta({
      description:
        'How the company treats lines that are no turnover, by kind, as its `data.line_kinds` said.',
    }),
    location_name: z.string(),
    registers: z.array(z.object({ id: guid(), name: z.string(), pos_num: z.int().nullable() })).meta({
      description:
        'The registers of the location when the day was opened, and after them each that a receipt or a z report named later, as it was called then.',
    }),
  })
  .meta({
    description:
      'Time zone, currency, cutover and names as they were when the day was opened. Taken by the service; an open day that moves to another location takes those of the new one.',
  });

/**
 * A business day of a location: the receipts of one day, which are closed and exported together
 * (docs/design.md#7-resources-and-fields).
 */
export const businessday = defineResource({
  name: 'businessday',
  description: 'A business day of a location: its receipts are closed and exported as a whole.',
  fields: {
    name: field(text(), ''),
    location_id: reference('location'),
    date: field(day()),
    // A day starts open, so an example with another state would be an invalid create.
    status: field(z.enum(dayStates).meta({ examples: ['open'] }), 'open'),
    opened_at: field(instant().nullable(), null),
    closed_at: field(instant().nullable(), null),
    snapshot: computed(daySnapshot),
    late_z_reports: computed(
      z.array(z.object({ pos_id: guid(), at: instant() })).meta({
        description:
          'Registers whose first z report came after the day was closed, and when: what stood there already did not change.',
      }),
    ),
    totals: computed(z.object({ count: z.int(), gross: sumText(), over_short: sumText().nullable() })),
  },
  data: settings({
    opened_by: text(),
    closed_by: text(),
    note: text(4000),
    voucher_num: text(100),
    z_reports: z.array(zReport),
  }),
  writeOnly: {
    second: z.boolean().meta({
      description:
        'True: the day may be another one of the same location and date. Without it such a day is refused with 409 `business_day_exists`.',
    }),
  },
  filters: ['location_id', 'date', 'status'],
  extraFilters: { date_from: day(), date_until: day() },
  sorts: ['date', 'status', 'opened_at', 'closed_at'],
  shared: false,
  access: {
    read: ['admin', 'manager', 'accountant', 'terminal'],
    create: ['admin', 'manager', 'terminal'],
    // days/model/rules.server.ts restricts the changes of status by role.
    update: ['admin', 'manager', 'accountant', 'terminal'],
  },
});
