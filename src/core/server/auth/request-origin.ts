import type { Context } from 'hono';
import type { AppEnv } from '../http/http-env';

/** Where a request came from, as sessions and the security log keep it. */
export interface RequestOrigin {
  /** The client's address (client-address.ts), or empty text. */
  readonly address: string;
  /** `User-Agent`, cut. */
  readonly agent: string;
  readonly requestId: string;
}

const longestAgent = 300;

/** Returns where a request came from. Control characters in `User-Agent` are left out: it is shown in lists. */
export const originOf = (c: Context<AppEnv>): RequestOrigin => ({
  address: c.get('address'),
  // oxlint-disable-next-line no-control-regex
  agent: (c.req.header('user-agent') ?? '').replace(/[\u0000-\u001f\u007f]/g, '').slice(0, longestAgent),
  requestId: c.get('requestId'),
});
