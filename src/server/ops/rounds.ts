import type { Logger } from 'pino';
import { isOutage } from '../db/outage';
import { errorFacts } from './error-log';

/** Work that a process looks for by itself, again and again. */
export interface Rounds {
  /**
   * Looks now. During a round, one more follows it, for what came too late for that one.
   *
   * @returns when no round is under way any more; it never rejects.
   */
  readonly runNow: () => Promise<void>;
  /** Looks no more, and resolves when the round under way has ended. */
  readonly close: () => Promise<void>;
}

/**
 * Looks for work every so many milliseconds, one round at a time. A round that fails ends no process: it is logged, unless
 * the database is out (which the requests tell), and the next one begins as if it had not been.
 *
 * @param parts.every milliseconds between looks; null: only when told to
 * @param parts.failing what the log says of a round that failed: "mail could not be looked after"
 * @param parts.round does what is due; it ends early when the signal is aborted, at the close
 */
export function openRounds(parts: {
  readonly every: number | null;
  readonly log: Pick<Logger, 'warn'>;
  readonly failing: string;
  readonly round: (signal: AbortSignal) => Promise<unknown>;
}): Rounds {
  const { every, log, failing, round } = parts;
  const stop = new AbortController();
  const state: { underWay: Promise<void> | null; again: boolean } = { underWay: null, again: false };

  const rounds = async () => {
    do {
      state.again = false;
      try {
        await round(stop.signal);
      } catch (error) {
        if (!stop.signal.aborted && !isOutage(error)) log.warn({ fault: errorFacts(error) }, failing);
      }
    } while (state.again && !stop.signal.aborted);
    state.underWay = null;
  };
  const runNow = async () => {
    if (stop.signal.aborted) return;
    state.again = true;
    state.underWay ??= rounds();
    await state.underWay;
  };
  const timer = every === null ? null : setInterval(() => void runNow(), every);
  timer?.unref();

  return {
    runNow,
    async close() {
      if (timer) clearInterval(timer);
      stop.abort();
      await state.underWay;
    },
  };
}
