import { HttpProblem } from './problems';

/**
 * The cookies of this service: of the session, of a sign-in whose code is awaited, of one that is begun with a passkey or at a provider, and of a browser that
 * is asked for no code. Under https they have the `__Host-` name, which a browser ties to this very host.
 */
const cookieNames = {
  session: 'tillhouse',
  signIn: 'tillhouse-sign-in',
  passkey: 'tillhouse-passkey',
  provider: 'tillhouse-provider',
  remembered: 'tillhouse-remembered',
} as const;
type CookieName = keyof typeof cookieNames;

/**
 * Returns the token in one of a request's cookies, or null.
 *
 * @param address of the service, where it is known: under https a cookie without `__Host-` may be from another host of the domain
 */
export function cookieToken(headers: Headers, name: CookieName, address?: string): string | null {
  const cookies = new Map(
    (headers.get('cookie') ?? '').split(';').map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  const own = cookies.get(`__Host-${cookieNames[name]}`);
  if (address !== undefined && /^https:/i.test(address)) return own || null;
  return own || cookies.get(cookieNames[name]) || null;
}

/** Returns the session token in a request's cookies, or null. */
export const sessionToken = (headers: Headers): string | null => cookieToken(headers, 'session');

/**
 * Returns whether the browser came by https. TLS may end at a proxy: the `Origin` header says so, or a cookie that a browser keeps for https
 * alone. A page that is gone to says neither: `address` is then where it was sent to.
 */
function isSecureRequest({ headers, url }: Pick<Request, 'headers' | 'url'>, address?: string): boolean {
  return (
    /^https:/i.test(headers.get('origin') ?? address ?? url) ||
    /(?:^|;\s*)__Host-tillhouse/.test(headers.get('cookie') ?? '')
  );
}

/**
 * Returns the `Set-Cookie` header that sets a token, for `seconds` or until the browser is closed, or with null removes it.
 *
 * @param how.address the address of the service to which the browser was sent, where its request does not say whether it came by https
 */
export function cookieHeader(
  request: Request,
  name: CookieName,
  token: string | null,
  { seconds, address }: { readonly seconds?: number; readonly address?: string } = {},
): string {
  const isSecure = isSecureRequest(request, address);
  const age = token === null ? 0 : seconds;
  return [
    `${isSecure ? '__Host-' : ''}${cookieNames[name]}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    // A provider sends the browser back to us: that is another site's link.
    `SameSite=${name === 'provider' ? 'Lax' : 'Strict'}`,
    ...(isSecure ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
  ].join('; ');
}

/** Returns the `Set-Cookie` header of the session's token, or with null the one that removes it. */
export const sessionCookie = (request: Request, token: string | null, address?: string): string =>
  cookieHeader(request, 'session', token, address === undefined ? {} : { address });

/**
 * Refuses a request that a page of another origin sends with the browser's cookie (docs/threats.md#9). Another port
 * of the same host is another origin, and `SameSite` alone would let it through.
 *
 * @param others whether to accept a request that does not say where it comes from, and so is no browser's.
 * @throws 403 `cross_origin`.
 */
export function requireSameOrigin(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  others: 'refused' | 'let in' = 'refused',
): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === 'same-origin') return;
  if (site === null && origin === null && others === 'let in') return;
  if (site === null && origin !== null && URL.canParse(origin)) {
    if (new URL(origin).host === (headers.get('host') ?? new URL(url).host)) return;
  }
  throw new HttpProblem(403, 'cross_origin', 'Forbidden', 'This was not sent by a page of this service');
}
