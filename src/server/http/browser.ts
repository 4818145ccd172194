import { HttpProblem } from './problems';

/** The name of the session cookie; under https the `__Host-` name, which a browser ties to this very host. */
const cookieNames = { plain: 'tillhouse', secure: '__Host-tillhouse' } as const;

/** Returns the session token in a request's cookies, or null. */
export function sessionToken(headers: Headers): string | null {
  const cookies = new Map(
    (headers.get('cookie') ?? '').split(';').map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  return cookies.get(cookieNames.secure) || cookies.get(cookieNames.plain) || null;
}

/**
 * Returns the `Set-Cookie` header that sets the session's token, or with null removes it. The `Origin` header says
 * whether the browser came by https, because TLS may end at a proxy.
 */
export function sessionCookie(request: Request, token: string | null): string {
  const isSecure = /^https:/i.test(request.headers.get('origin') ?? request.url);
  const name = isSecure ? cookieNames.secure : cookieNames.plain;
  return [
    `${name}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
    ...(token === null ? ['Max-Age=0'] : []),
  ].join('; ');
}

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
