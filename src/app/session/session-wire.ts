import type { FirstCompany } from '@/contract/first-company';
import { readSession } from '@/contract/read-me';
import type { ShownPasskey } from '@/contract/passkeys';
import type { Me } from '@/contract/session';
import { responseError, noResponseError } from '../data/request-error';

const timeout = 30_000;

/** Sends a request about sessions to this page's own service. Every failure is a `RequestError`. */
export async function request(method: string, path: string, body?: unknown): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    text = await response.text();
  } catch (cause) {
    throw noResponseError(cause);
  }
  if (!response.ok) throw responseError(response, text);
  return text === '' ? null : JSON.parse(text);
}

/**
 * Returns who the browser's cookie signs in; null if nobody, undefined if the server knows no sessions or did
 * not answer.
 */
export async function fetchSession(): Promise<Me | null | undefined> {
  try {
    return readSession(await request('GET', '/api/session'));
  } catch {
    return undefined;
  }
}

/** Credentials for a sign-in: e-mail and password, a passkey, an API key, a role of the demo, a one-time link, the first company, or the code that follows. */
export type Credentials =
  | { readonly email: string; readonly password: string }
  | { readonly passkey: ShownPasskey }
  | { readonly key: string }
  | { readonly demo: string }
  | { readonly token: string; readonly password: string }
  | FirstCompany
  | { readonly code: string; readonly remember: boolean };

/**
 * Signs in; the service sets a cookie that scripts cannot read. Null: the password was right, and a code is asked for besides.
 *
 * @throws RequestError 401 for wrong credentials.
 */
export async function beginSession(credentials: Credentials): Promise<Me | null> {
  if ('demo' in credentials)
    return signedInUser(await request('POST', '/api/demo/session', { role: credentials.demo }));
  const path =
    'company' in credentials
      ? '/api/first_company'
      : 'token' in credentials
        ? '/api/invitation/accept'
        : `/api/session${'code' in credentials ? '/code' : ''}`;
  const answer = await request('POST', path, credentials);
  return isUnfinished(answer) ? null : signedInUser(answer);
}

const isUnfinished = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'needs' in answer;

/** Switches to another membership of the same person, in every window of the browser. */
export const switchSession = async (membership: string): Promise<Me> =>
  signedInUser(await request('PUT', '/api/session', { acting_as: membership }));

/** Ends the session; `everywhere`: all sessions of the person. */
export async function endSession(everywhere: boolean): Promise<void> {
  await request('DELETE', everywhere ? '/api/session/everywhere' : '/api/session');
}

/** Changes the user's own password; the other sessions end. @throws RequestError 422 with the fields at fault. */
export async function changePassword(passwords: OwnPassword): Promise<void> {
  await request('PUT', '/api/session/password', passwords);
}

/** Confirms the session with the password, a passkey, or the key. @throws RequestError 422 if it is wrong. */
export async function confirmPassword(
  passwords: { password: string } | { passkey: ShownPasskey } | { key: string } | object,
): Promise<void> {
  await request('POST', '/api/session/confirmation', passwords);
}

/** The current password and the new one. */
export type OwnPassword = { readonly current: string; readonly password: string };

function signedInUser(answer: unknown): Me {
  const session = readSession(answer);
  if (!session) throw new Error('The response to a sign-in has no session');
  return session;
}
