import type { mailStates } from '@/contract/mail/mails';
import type { DotColor } from '@/ui/display/badge';
import { request } from './session-wire';

// Apart from session-wire.ts, which is part of the first load.

/** Asks for a mail with a link for a new password, in a language. The answer is the same for any e-mail. */
export async function askForPassword(email: string, language: string): Promise<void> {
  await request('POST', '/api/session/forgotten', { email, language });
}

/** The colour of what has become of a mail, which its word says too. */
export const mailColors = {
  waiting: 'accent',
  sent: 'ok',
  failed: 'danger',
} as const satisfies Record<(typeof mailStates)[number], DotColor>;
