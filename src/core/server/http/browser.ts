import { HttpProblem } from './problems';

/** The cookie of a session; under https the name that a browser ties to this very host. */
const cookieNames = { plain: 'tillhouse', secure: '__Host-tillhouse' } as const;

/** The token that a request's cookies hold, or null. */
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
 * The header that gives a browser its session, or with null takes it away. What the browser calls the origin
 * says whether it came by https: the service itself may stand behind what ended that.
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
 * Refuses what a page of another origin sends with the browser's cookie (docs/threats.md#9). Another port of the
 * same host is another origin, and `SameSite` alone would let it through.
 *
 * @param others what becomes of a request that says nothing of where it comes from: no browser's, then.
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
