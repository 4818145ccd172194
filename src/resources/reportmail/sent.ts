import { z } from 'zod';

/** The mails of a report, newest first, as `GET /api/secure/reportmail/{id}/mails` answers. */
export const mailsSchema = z.array(
  z.looseObject({
    id: z.string(),
    recipient: z.string(),
    state: z.enum(['waiting', 'sent', 'failed']),
    attempts: z.int(),
    /** Why it was not sent, yet or at all: the words of the server of mail. */
    problem: z.string().nullable(),
    created_at: z.string(),
    next_at: z.string(),
    finished_at: z.string().nullable(),
  }),
);
