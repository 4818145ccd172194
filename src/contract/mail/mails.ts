import { z } from 'zod';

/** What has become of a mail. */
export const mailStates = ['waiting', 'sent', 'failed'] as const;

/**
 * The kinds of mails that a company sends: one-time links, questions to recipients outside, reports of a day and of a
 * month, scheduled change sets that come out otherwise than previewed, and what administrators are told of.
 */
export const mailKinds = [
  'invitation',
  'recipient',
  'z_day',
  'z_month',
  'backup_failed',
  'set_outcome',
  'webhook_stopped',
  'disk_low',
  'provider_away',
  'provider_certificate',
] as const;

/** A mail of the last 30 days: what was sent, and why one was not (docs/operations.md#mail). Its text is stored nowhere. */
const mail = z.looseObject({
  id: z.string(),
  recipient: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  /** Why it was not sent, yet or at all: the words of the server of mail. */
  problem: z.string().nullable(),
  created_at: z.string(),
  /** When it is tried next, while it waits. */
  next_at: z.string(),
  finished_at: z.string().nullable(),
});

/** The mails about one record, newest first. */
export const mailsSchema = z.array(mail);

/** The mails of a company, newest first: `GET /api/secure/mail`. */
export const companyMailsSchema = z.array(
  mail.extend({
    kind: z.string().meta({ description: `One of ${mailKinds.join(', ')}; a later version may add others.` }),
    resource: z
      .enum(['user', 'reportmail', 'changeset'])
      .nullable()
      .meta({ description: 'The resource of the record that it is about.' }),
    record_id: z.string().nullable(),
    name: z.string().nullable().meta({ description: 'The name of that record as it is now.' }),
    /** Of a report: in whose name it is sent. */
    sent_for: z.string().nullable(),
  }),
);
/** A mail of a company. */
export type CompanyMail = z.infer<typeof companyMailsSchema>[number];
