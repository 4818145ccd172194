import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AppEnv } from './app';
import { HttpProblem } from './problems';
import { callerKey } from './scope-key';

const minute = 60;
const failuresAMinute = { address: 10, prefix: 100 };
const knownAtMost = 10_000;

const spend = async (limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((over: unknown) => {
    if (over instanceof RateLimiterRes) return over;
    throw over;
  });

const seconds = (state: RateLimiterRes) => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

const tooMany = (detail: string, state: RateLimiterRes, headers: Record<string, string> = {}) =>
  new HttpProblem(429, 'too_many_requests', 'Too many requests', detail, {
    headers: { 'Retry-After': String(seconds(state)), ...headers },
  });

/**
 * So many requests a minute for each API key, or person, counted in memory (design 5, Limits). Each answer
 * says what is left, in the fields of the IETF draft (`RateLimit-Policy`, `RateLimit`).
 *
 * @throws 429 with `Retry-After` beyond that.
 */
export function limitRequests(requestsAMinute: number): MiddlewareHandler<AppEnv> {
  const limiter = new RateLimiterMemory({ points: requestsAMinute, duration: minute });
  return async (c, next) => {
    const state = await spend(limiter, callerKey(c.get('caller')));
    const headers = {
      'RateLimit-Policy': `"caller";q=${requestsAMinute};w=${minute}`,
      RateLimit: `"caller";r=${state.remainingPoints};t=${seconds(state)}`,
    };
    if (state.consumedPoints > requestsAMinute) {
      throw tooMany(`${requestsAMinute} requests a minute are possible with one key`, state, headers);
    }
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

/**
 * Ten wrong keys a minute from one address, a hundred that share a prefix; beyond that, keys are refused
 * without a look. A key that was right before is always looked at: a till with a wrong key does not shut
 * out its neighbours behind the same address, and nobody shuts out a till by guessing at its prefix.
 *
 * The address is that of the connection; what a header says about it is anybody's to write.
 *
 * @throws 429 with `Retry-After`.
 */
export function limitFailures(): MiddlewareHandler<AppEnv> {
  const addresses = new RateLimiterMemory({ points: failuresAMinute.address, duration: minute });
  const prefixes = new RateLimiterMemory({ points: failuresAMinute.prefix, duration: minute });
  const known = new Set<string>();
  return async (c, next) => {
    const credentials = c.req.header('authorization');
    if (credentials === undefined) return next();
    const print = createHash('sha256').update(credentials).digest('base64');
    const counts = [
      { limiter: addresses, key: network(addressOf(c)) },
      { limiter: prefixes, key: prefixOf(credentials) },
    ];
    if (!known.has(print)) {
      for (const { limiter, key } of counts) {
        const state = await limiter.get(key);
        if (state && state.consumedPoints >= limiter.points) throw tooMany('Too many wrong keys', state);
      }
    }
    await next();
    if (c.error instanceof HttpProblem && c.error.status === 401) {
      known.delete(print);
      await Promise.all(counts.map(({ limiter, key }) => spend(limiter, key)));
    } else if (c.get('caller') && !known.has(print)) {
      const [oldest] = known;
      if (known.size >= knownAtMost && oldest !== undefined) known.delete(oldest);
      known.add(print);
    }
  };
}

/** Sign-ins with an e-mail, counted while they are tried: many at once are not more than ten either. */
export interface SignInLimits {
  /**
   * Tries a sign-in. `work` gives null where it fails; ten of those a minute are possible from one address,
   * and for one e-mail, except from where that e-mail signed in before: nobody shuts a person out by guessing.
   *
   * @throws 429 with `Retry-After`.
   */
  attempt<T>(c: Context<AppEnv>, email: string | null, work: () => Promise<T | null>): Promise<T | null>;
}

/** The limits of one process; they hold on loopback, too. */
export function limitSignIns(): SignInLimits {
  const addresses = new RateLimiterMemory({ points: failuresAMinute.address, duration: minute });
  const emails = new RateLimiterMemory({ points: failuresAMinute.address, duration: minute });
  const known = new Set<string>();
  return {
    async attempt(c, email, work) {
      const address = network(addressOf(c));
      const who = createHash('sha256')
        .update(email?.toLowerCase() ?? '')
        .digest('base64');
      const pair = `${address} ${who}`;
      const counts = [{ limiter: addresses, key: address }];
      if (email !== null && !known.has(pair)) counts.push({ limiter: emails, key: who });
      for (const { limiter, key } of counts) {
        const state = await spend(limiter, key);
        if (state.consumedPoints > limiter.points) throw tooMany('Too many failed sign-ins', state);
      }
      const result = await work();
      if (result === null) return null;
      await Promise.all(counts.map(({ limiter, key }) => limiter.reward(key, 1)));
      const [oldest] = known;
      if (known.size >= knownAtMost && oldest !== undefined) known.delete(oldest);
      known.add(pair);
      return result;
    },
  };
}

/** The prefix of a key, as one of 65,536: clients write what they like, and each one counted takes memory. */
const prefixOf = (credentials: string): string => {
  const prefix = /(?:^| )(th_[0-9a-f]{10})_/.exec(credentials)?.[1];
  return prefix === undefined ? 'other' : createHash('sha256').update(prefix).digest('hex').slice(0, 4);
};

/** Where the connection comes from; in process there is none. */
const addressOf = (c: Context<AppEnv>): string => c.env?.incoming?.socket?.remoteAddress ?? '';

/** An IPv4 address, or the 64 bits of an IPv6 one that a network gets: all of the rest is its own to choose. */
export function network(address: string): string {
  const mapped = /^(?:::ffff:)?(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
