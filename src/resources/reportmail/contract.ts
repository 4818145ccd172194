import { z } from 'zod';
import { computed, defineResource, field, optionalReference } from '@/contract/resource';
import { email } from '@/contract/email-schema';
import { settings, text } from '@/contract/values';

/** When a report is sent: when a day is closed, or after the end of a month. */
export const reportTimes = ['daily', 'monthly'] as const;

/** The languages of a report. */
export const reportLanguages = ['en', 'fi'] as const;

const mostRecipients = 20;

/**
 * Z reports that go out by mail (docs/report.md#by-mail), of one location or all. They are sent with the rights of whoever
 * wrote the record last, and end with them.
 */
export const reportmail = defineResource({
  name: 'reportmail',
  description: 'Z reports that are sent by e-mail, daily or monthly.',
  fields: {
    frequency: field(z.enum(reportTimes)),
    location_id: optionalReference('location'),
    language: field(z.enum(reportLanguages), 'en'),
    /** Who wrote the record last: with whose rights it is sent. */
    made_by: computed(z.string().nullable()),
  },
  data: settings({ recipients: z.array(email()).max(mostRecipients), note: text(4000) }),
  neededWhileActive: ['recipients'],
  filters: ['frequency', 'location_id'],
  sorts: ['frequency'],
  shared: false,
  access: {
    read: ['admin', 'accountant'],
    create: ['admin', 'accountant'],
    update: ['admin', 'accountant'],
  },
});
