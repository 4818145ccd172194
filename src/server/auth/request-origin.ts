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
