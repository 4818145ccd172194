import { z } from 'zod';
import { computed, defineResource, field, reference } from '@/core/contract/resource';
import { amount, day, guid, instant, integer, settings, text, sumText } from '@/core/contract/values';

/** The states of a business day, in their order. The service knows no other, since what may follow depends on it. */
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
  /** Why the float is not what was counted at the close before. */
  opening_note: text(4000),
});

/** A business day of a location: the receipts of one day, closed and exported as a whole (design 7). */
export const businessday = defineResource({
  name: 'businessday',
  description: 'A business day of a location: its receipts are closed and exported as a whole.',
  fields: {
    name: field(text(), ''),
    location_id: reference('location'),
    date: field(day()),
    // A day begins open: an example of another state would be no valid create.
    status: field(z.enum(dayStates).meta({ examples: ['open'] }), 'open'),
    opened_at: field(instant().nullable(), null),
    closed_at: field(instant().nullable(), null),
    totals: computed(z.object({ count: z.int(), gross: sumText(), over_short: sumText().nullable() })),
  },
  data: settings({
    opened_by: text(),
    closed_by: text(),
    note: text(4000),
    voucher_num: text(100),
    z_reports: z.array(zReport),
  }),
  filters: ['location_id', 'date', 'status'],
  extraFilters: { date_from: day(), date_until: day() },
  sorts: ['date', 'status', 'opened_at', 'closed_at'],
  shared: false,
  access: {
    read: ['admin', 'manager', 'accountant', 'terminal'],
    create: ['admin', 'manager', 'terminal'],
    // Which change of status is whose: rules.server.ts.
    update: ['admin', 'manager', 'accountant', 'terminal'],
  },
});
