import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv } from '../http/http-env';
import { network, tooMany } from '../http/limits';
import { recentSet, windowCounter } from './attempts';

/**
 * Failed attempts per minute: from one address, for one e-mail or key, and for a pair of both that succeeded before.
 */
const failuresAMinute = 10;
/** Addresses, and e-mails or keys, counted at the same time: a flood of made-up ones must not fill the memory. */
const maxKeys = 20_000;

/** Limits sign-in attempts. They are counted while they run, so concurrent attempts do not exceed the limit either. */
export interface SignInLimits {
  /**
   * Runs a sign-in attempt. `work` returns null if it fails; ten failures a minute are possible from one address, and
   * for one e-mail. A pair of address and e-mail (or key) that succeeded before has its own count: neither strangers
   * behind the same proxy nor guesses from elsewhere lock such a person out.
   *
   * @param who the e-mail or the key that is tried; null for what names nobody, such as a link's token.
   * @param refused is called when an attempt is refused without being checked, the first time in its minute.
   * @throws 429 with `Retry-After`.
   */
  attempt<T>(
    c: Context<AppEnv>,
    who: string | null,
    work: () => Promise<T | null>,
    refused?: () => Promise<void>,
  ): Promise<T | null>;
  /** The number of keys in memory, of all kinds. */
  readonly size: number;
}

/** Creates the limits of one process; they hold on loopback too. */
export function limitSignIns(): SignInLimits {
  const addresses = windowCounter(maxKeys);
  const names = windowCounter(maxKeys);
  const pairs = windowCounter(maxKeys);
  const known = recentSet(maxKeys);
  return {
    async attempt(c, who, work, refused) {
      const address = network(c.get('address'));
      const name = who === null ? null : digest(who.toLowerCase());
      const pair = `${address} ${name}`;
      const counts =
        name !== null && known.has(pair)
          ? [{ counter: pairs, key: pair }]
          : [{ counter: addresses, key: address }, ...(name === null ? [] : [{ counter: names, key: name }])];
      for (const { counter, key } of counts) {
        const { count, seconds } = counter.add(key);
        if (count === failuresAMinute + 1) await refused?.();
        if (count > failuresAMinute) throw tooMany('Too many failed sign-ins', seconds);
      }
      const takeBack = () => counts.forEach(({ counter, key }) => counter.takeBack(key));
      const result = await work().catch((error: unknown) => {
        // An unavailable database says nothing about who is signing in.
        takeBack();
        throw error;
      });
      if (result === null) return null;
      takeBack();
      if (name !== null) known.add(pair);
      return result;
    },
    get size() {
      return addresses.size + names.size + pairs.size + known.size;
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
