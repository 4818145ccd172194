import type { Context } from 'hono';
import type { AppEnv } from '../http/http-env';

/** The origin of a request, as sessions and the security log store it. */
export interface RequestOrigin {
  /** The client's address (client-address.ts), or empty text. */
  readonly address: string;
  /** The `User-Agent` header, cut to a limit. */
  readonly agent: string;
  readonly requestId: string;
}

const longestAgent = 300;

/** Returns the origin of a request. Control characters in `User-Agent` are removed, because lists show it. */
export const originOf = (c: Context<AppEnv>): RequestOrigin => ({
  address: c.get('address'),
  // oxlint-disable-next-line no-control-regex
  agent: (c.req.header('user-agent') ?? '').replace(/[\u0000-\u001f\u007f]/g, '').slice(0, longestAgent),
  requestId: c.get('requestId'),
});

/** Characters of a till's version that are kept; lists show less. */
const longestVersion = 100;

/**
 * Returns what a till says of its own version as one line of visible text, which pages and lists show as it is; null where nothing is left.
 * It refuses nothing: a till is not kept from selling by its version.
 */
export function tillVersion(said: string | null | undefined): string | null {
  const line = (said ?? '').replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, longestVersion).join('').trim() || null;
}
