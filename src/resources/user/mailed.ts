import { z } from 'zod';

/** What is said of a link that goes by mail: to whom, and never the link. */
export const mailedSchema = z.looseObject({ kind: z.enum(['join', 'reset']), email: z.string() });

/** The mails with links of a membership, newest first. */
export const invitationMails = z.array(
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
