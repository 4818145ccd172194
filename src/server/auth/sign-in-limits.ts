import type { Context } from 'hono';
import type { Database } from '../db/db';
import type { AppEnv } from '../http/http-env';
import { network, tooMany } from '../http/limits';
import { addAttempt, isRemembered, remember, takeAttemptBack, type Counted } from './shared-attempts';

/**
 * Failed attempts per minute: from one address, for one e-mail or key, and for a pair of both that succeeded before.
 */
const failures = { seconds: 60, most: 10 } as const;

/**
 * Limits sign-in attempts, in the database: of all processes together. They are counted while they run, so concurrent
 * attempts do not exceed the limit either.
 */
export interface SignInLimits {
  /**
   * Runs a sign-in attempt. `work` returns null if it fails; ten failures a minute are possible from one address, and
   * for one e-mail. A pair of address and e-mail (or key) that succeeded before has its own count: neither strangers
   * behind the same proxy nor guesses from elsewhere lock such a person out.
   *
   * @param who the canonical e-mail or the key that is tried; null for what names nobody, such as a link's token.
   * @param refused is called when an attempt is refused without being checked, the first time in its minute.
   * @throws 429 with `Retry-After`.
   */
  attempt<T>(
    c: Context<AppEnv>,
    who: string | null,
    work: () => Promise<T | null>,
    refused?: () => Promise<void>,
  ): Promise<T | null>;
}

/** Creates the limits; they hold on loopback too. */
export function limitSignIns(db: Database): SignInLimits {
  return {
    async attempt(c, who, work, refused) {
      const address = network(c.get('address'));
      const pair = { kind: 'right', of: `${address} ${who}` };
      const counts: readonly Counted[] =
        who !== null && (await isRemembered(db, pair))
          ? [{ kind: 'pair', of: pair.of, ...failures }]
          : [
              { kind: 'address', of: address, ...failures },
              ...(who === null ? [] : [{ kind: 'account', of: who, ...failures }]),
            ];
      const { count, seconds, isOver } = await addAttempt(db, counts);
      if (count === failures.most + 1) await refused?.();
      if (isOver) throw tooMany('Too many failed sign-ins', seconds);
      const result = await work().catch(async (error: unknown) => {
        // An unavailable database says nothing about who is signing in; nor does it take anything back.
        await takeAttemptBack(db, counts).catch(() => undefined);
        throw error;
      });
      if (result === null) return null;
      await takeAttemptBack(db, counts);
      if (who !== null) await remember(db, pair);
      return result;
    },
  };
}
