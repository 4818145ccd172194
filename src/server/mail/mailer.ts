import type { Logger } from 'pino';
import type { Database } from '../db/db';
import { isOutage } from '../db/outage';
import { errorFacts } from '../ops/error-log';
import { openRounds, type Rounds } from '../ops/rounds';
import type { Letter } from './letter';
import { beforeAll, claimMail, settleMail, type WaitingMail } from './outbox';
import { MailError, type Send } from './transport';

/** Writes the letter of a mail when it is sent; a text says why there is nothing to send any more. */
export type WriteLetter = (mail: WaitingMail) => Promise<Letter | string>;

/** Seconds until the next attempt, by how many there were; the last one from then on. */
export const pauses = [30, 120, 600, 1800, 3600, 10_800];

/** Seconds for which an attempt has its mail to itself: more than a mail may take (`mailTimeouts`). */
const lease = 300;
const lookEvery = 15_000;
/** Mails at once: a slow server for one does not keep all others waiting. */
const most = 4;

/**
 * Sends what is in the outbox, as far as SMTP allows exactly once: of several services one claims a mail, and what a
 * process that died had claimed is sent by another when the claim ends. A mail is sent twice only if a process dies
 * between the server's answer and the next statement; its Message-ID is the same then.
 */
export function openMailer(parts: {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly send: Send;
  readonly letters: Readonly<Record<string, WriteLetter>>;
  /** Puts what is due by the clock into the outbox. */
  readonly due?: () => Promise<void>;
  /** Milliseconds between looks. */
  readonly every?: number;
  /** Seconds until the next attempt. */
  readonly pauseOf?: (attempts: number) => number;
}): Rounds {
  const { db, log, send, letters, due, every = lookEvery } = parts;
  const pauseOf = parts.pauseOf ?? ((attempts) => pauses[Math.min(attempts, pauses.length) - 1] ?? 0);

  const turn = { after: beforeAll };

  const attempt = async (mail: WaitingMail, signal: AbortSignal): Promise<void> => {
    const facts = { mail_id: mail.id, kind: mail.kind, attempts: mail.attempts };
    try {
      const letter = await write(letters, mail);
      if (typeof letter === 'string') {
        await settleMail(db, mail, 'failed', letter);
        return;
      }
      await send(letter, mail, signal);
      await settleMail(db, mail, 'sent', null);
      log.info(facts, 'a mail was sent');
    } catch (error) {
      if (isOutage(error) && !(error instanceof MailError)) throw error;
      const problem = error instanceof MailError ? error.message : 'The mail could not be written';
      const isFinal = error instanceof MailError && error.isFinal;
      // What was cut off by the stop of this process is tried again by the next one, at once.
      const pause = signal.aborted ? 0 : pauseOf(mail.attempts);
      const became = await settleMail(db, mail, isFinal ? 'failed' : 'waiting', problem, pause);
      // The server's words may name the recipient: they are for the administrator's list.
      const cause = error instanceof MailError ? { final: isFinal } : { fault: errorFacts(error) };
      log.warn({ ...facts, ...cause, state: became }, 'a mail was not sent');
    }
  };
  const drain = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const mail = await claimMail(db, lease, turn.after);
      if (!mail) return;
      turn.after = mail.tenant_id;
      await attempt(mail, signal);
    }
  };
  return openRounds({
    every,
    log,
    failing: 'mail could not be looked after',
    async round(signal) {
      await due?.();
      await Promise.all(Array.from({ length: most }, () => drain(signal)));
    },
  });
}

async function write(
  letters: Readonly<Record<string, WriteLetter>>,
  mail: WaitingMail,
): Promise<Letter | string> {
  const writer = letters[mail.kind];
  if (!writer) return `There is no mail of the kind ${mail.kind}`;
  if (mail.give_up_at <= new Date()) return 'It was not sent in time';
  return writer(mail);
}
