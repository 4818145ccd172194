import type { Client } from 'pg';

/** Milliseconds: between two rounds of the notifier, and between two tries of the others to take its place. */
const pauses = { round: 50, turn: 500 };
/** How many notices are sent in one transaction. */
const noticesAtOnce = 10_000;

/**
 * Settings of the connection that listens and notifies. A process that is frozen, or cut off, would hold the lock for good,
 * and nobody would hear anything: the server ends its session. What is notified need not survive a crash, so
 * its commit waits for no disk and no standby.
 */
export const notifierSettings = `set idle_session_timeout = '10s'; set synchronous_commit = off`;

/** A process's part in sending what writers have left in the outbox (db/schema/notices.sql); one for each connection. */
export interface Notifier {
  /** Whether this process sends it. */
  readonly isActive: () => boolean;
  /**
   * Sends what is there, or tries to become the process that does. Returns the milliseconds until the next call.
   *
   * @throws what the connection does; the caller drops it, and another process takes over.
   */
  turn(): Promise<number>;
}

/**
 * Creates the notifier of one connection, which has to be the same session of the server throughout. All processes of
 * a database try for one lock of a session, which the server gives on when the session ends. `sent` is told how many notices went out.
 */
export function createNotifier(client: Client, sent: (count: number) => void): Notifier {
  let isActive = false;
  /** The snapshot of the last round: what it saw has been sent. */
  let seen: string | null = null;

  return {
    isActive: () => isActive,
    async turn() {
      if (!isActive) {
        const { rows } = await client.query<{ locked: boolean }>(
          `select pg_try_advisory_lock(hashtext('tillhouse notifier')) as locked`,
        );
        isActive = rows[0]?.locked === true;
        if (!isActive) return pauses.turn;
      }
      const { rows } = await client.query<{ sent: number; seen: string | null; more: boolean }>({
        name: 'outbox_send',
        text: 'select sent, seen, more from outbox_send($1, $2)',
        values: [seen, noticesAtOnce],
      });
      const [round] = rows;
      if (!round) return pauses.round;
      seen = round.seen;
      sent(round.sent);
      return round.more && round.sent > 0 ? 0 : pauses.round;
    },
  };
}
