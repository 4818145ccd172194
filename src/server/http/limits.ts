import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AppEnv } from './http-env';
import { windowCounter } from '../auth/attempts';
import { HttpProblem } from './problems';
import { callerKey } from '../write/scope-key';

const minute = 60;
/** Wrong keys accepted per minute. */
const failuresAMinute = { address: 10, prefix: 100 };
const knownAtMost = 10_000;
/** Addresses and prefixes counted at the same time; strangers choose both. */
const maxKeys = 20_000;

const spend = async (limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((over: unknown) => {
    if (over instanceof RateLimiterRes) return over;
    throw over;
  });

const seconds = (state: RateLimiterRes) => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

/** Returns a 429 with `Retry-After` in seconds. */
export const tooMany = (detail: string, seconds: number, headers: Record<string, string> = {}): HttpProblem =>
  new HttpProblem(429, 'too_many_requests', 'Too many requests', detail, {
    headers: { 'Retry-After': String(seconds), ...headers },
  });

/**
 * Limits requests per minute for each API key, or person, counted in memory (docs/design.md#limits). Each answer
 * carries the remaining quota in the fields of the IETF draft (`RateLimit-Policy`, `RateLimit`).
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
      throw tooMany(
        `${requestsAMinute} requests a minute are possible with one key`,
        seconds(state),
        headers,
      );
    }
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

/**
 * Limits wrong keys: ten per minute from one address, a hundred that share a prefix; beyond that, keys are refused
 * unchecked. A key that was right before is always checked: a till with a wrong key does not lock out its neighbours
 * behind the same address, and nobody locks out a till by guessing at its prefix.
 *
 * @throws 429 with `Retry-After`.
 */
export function limitFailures(): MiddlewareHandler<AppEnv> {
  const addresses = windowCounter(maxKeys);
  const prefixes = windowCounter(maxKeys);
  const known = new LRUCache<string, true>({ max: knownAtMost });
  return async (c, next) => {
    const credentials = c.req.header('authorization');
    if (credentials === undefined) return next();
    const print = digest(credentials);
    const counts = [
      { counter: addresses, most: failuresAMinute.address, key: network(c.get('address')) },
      { counter: prefixes, most: failuresAMinute.prefix, key: prefixOf(credentials) },
    ];
    if (!known.has(print)) {
      for (const { counter, most, key } of counts) {
        const { count, seconds } = counter.get(key);
        if (count >= most) throw tooMany('Too many wrong keys', seconds);
      }
    }
    await next();
    if (c.error instanceof HttpProblem && c.error.status === 401) {
      known.delete(print);
      for (const { counter, key } of counts) counter.add(key);
    } else if (c.get('caller')) {
      known.set(print, true);
    }
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Returns a key's prefix as one of 65,536 values: clients choose it, and each one counted takes memory. */
const prefixOf = (credentials: string): string => {
  const prefix = /(?:^| )(th_[0-9a-f]{10})_/.exec(credentials)?.[1];
  return prefix === undefined ? 'other' : createHash('sha256').update(prefix).digest('hex').slice(0, 4);
};

/** Returns an IPv4 address, or the 64-bit network of an IPv6 address, within which a client chooses freely. */
export function network(address: string): string {
  const mapped = /^(?:::ffff:)?(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
