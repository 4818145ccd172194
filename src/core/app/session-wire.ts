import { invitationSchema, sessionSchema, type Invitation, type Me } from '../contract/session';
import { refusal, unanswered } from './request-error';

const allowedTime = 30_000;

/** Asks this page's own service about signing in. Every failure is a `RequestError`. */
async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
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
      signal: AbortSignal.timeout(allowedTime),
    });
    text = await response.text();
  } catch (cause) {
    throw unanswered(cause);
  }
  if (!response.ok) throw refusal(response, text);
  return text === '' ? null : JSON.parse(text);
}

/** Who is signed in by the browser's cookie; undefined where the server knows nothing of sessions. */
export async function findSession(): Promise<Me | null | undefined> {
  try {
    const found = sessionSchema.safeParse(await ask('GET', '/api/session'));
    return found.success ? found.data.session : undefined;
  } catch {
    return undefined;
  }
}

/** With what somebody signs in: a password, an API key, a place in the demo, or a one-time link. */
export type Credentials =
  | { readonly email: string; readonly password: string }
  | { readonly key: string }
  | { readonly demo: string }
  | { readonly token: string; readonly password: string };

/** Signs in; the cookie that comes of it is the browser's alone. @throws RequestError 401 for what is not right. */
export async function beginSession(credentials: Credentials): Promise<Me> {
  if ('demo' in credentials) return meIn(await ask('POST', '/api/demo/session', { role: credentials.demo }));
  if ('token' in credentials) return meIn(await ask('POST', '/api/invitation/accept', credentials));
  return meIn(await ask('POST', '/api/session', credentials));
}

/** Acts by another membership of the same person from now on, in every window. */
export const switchSession = async (membership: string): Promise<Me> =>
  meIn(await ask('PUT', '/api/session', { acting_as: membership }));

/** Ends the session; `everywhere`: all of the same person. */
export async function endSession(everywhere: boolean): Promise<void> {
  await ask('DELETE', everywhere ? '/api/session/everywhere' : '/api/session');
}

/** Another password of one's own; other sessions end. @throws RequestError 422 at what is wrong. */
export async function changePassword(given: OwnPassword): Promise<void> {
  await ask('PUT', '/api/session/password', given);
}

/** Types the password, or the key, again. @throws RequestError 422 if it is another one. */
export async function confirmPassword(given: { password: string } | { key: string } | object): Promise<void> {
  await ask('POST', '/api/session/confirmation', given);
}

/** The password of now, and the one to have from now on. */
export type OwnPassword = { readonly current: string; readonly password: string };

/** What a one-time link is for. @throws RequestError 404 for one that stands no more. */
export const readInvitation = async (token: string): Promise<Invitation> =>
  invitationSchema.parse(await ask('POST', '/api/invitation', { token }));

function meIn(answer: unknown): Me {
  const { session } = sessionSchema.parse(answer);
  if (!session) throw new Error('Signed in, and nobody is there');
  return session;
}
