import type { Context } from 'hono';
import type { Database } from '../db/db';
import type { AppEnv } from '../http/http-env';
import { network, tooMany } from '../http/limits';
import { addAttempt, isRemembered, remember, takeAttemptBack, type Counted } from './shared-attempts';

/**
 * Failed attempts per minute: from one address, for one e-mail or key, and for a pair of both that succeeded before.
 */
const failures = { seconds: 60, most: 10 } as const;
/** Wrong codes of one person: of a million three are right at a time, so a hundred a week find one in some sixty years. */
const wrongCodes = { seconds: 900, most: 10 } as const;
const wrongCodesAWeek = { seconds: 604_800, most: 100 } as const;

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
   * @param of `password` is right without a sign-in yet: the pair is not remembered. `code` counts as a password, and in a quarter of
   *   an hour and a week besides: from a pair that succeeded before apart, so that who knows a password does not lock its owner out.
   * @throws 429 with `Retry-After`.
   */
  attempt<T>(
    c: Context<AppEnv>,
    who: string | null,
    work: () => Promise<T | null>,
    refused?: () => Promise<void>,
    of?: 'all' | 'password' | 'code',
  ): Promise<T | null>;
  /** Remembers for 30 days that somebody signed in from an address. */
  succeeded(c: Context<AppEnv>, who: string): Promise<void>;
}

/** Counts what is begun from an address without being anybody, each kind by itself. @throws 429 beyond `most` in a minute */
export async function countFromAddress(
  db: Database,
  c: Context<AppEnv>,
  kind: string,
  most: number,
): Promise<void> {
  const of = network(c.get('address'));
  const { isOver, seconds } = await addAttempt(db, [{ kind, of, seconds: 60, most }]);
  if (isOver) throw tooMany('Too many sign-ins or sign-outs from one address', seconds);
}

/** Creates the limits; they hold on loopback too. */
export function limitSignIns(db: Database): SignInLimits {
  const pairOf = (c: Context<AppEnv>, who: string | null) => ({
    kind: 'right',
    of: `${network(c.get('address'))} ${who}`,
  });
  return {
    async attempt(c, who, work, refused, of = 'all') {
      const address = network(c.get('address'));
      const pair = pairOf(c, who);
      const isKnown = who !== null && (await isRemembered(db, pair));
      const counts: readonly Counted[] = [
        ...(isKnown
          ? [{ kind: 'pair', of: pair.of, ...failures }]
          : [
              { kind: 'address', of: address, ...failures },
              ...(who === null ? [] : [{ kind: 'account', of: who, ...failures }]),
            ]),
        ...(of === 'code'
          ? [
              { kind: 'code', of: isKnown ? pair.of : (who ?? ''), ...wrongCodes },
              { kind: 'codes', of: isKnown ? pair.of : (who ?? ''), ...wrongCodesAWeek },
            ]
          : []),
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
      if (who !== null && of === 'all') await remember(db, pair);
      return result;
    },
    succeeded: (c, who) => remember(db, pairOf(c, who)),
  };
}
