import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from '../http/http-env';
import { HttpProblem } from '../http/problems';

/** Minutes for which a confirmed password stays valid; `caller_by_session` counts them (schema/callers.sql). */
export const confirmedMinutes = 10;

/** The writes that a stranger at an unattended window must not make: keys, people and erasures. */
const guarded = new Set([
  'POST /api/secure/apikey',
  'PUT /api/secure/apikey/:id',
  'POST /api/secure/user',
  'PUT /api/secure/user/:id',
  'POST /api/secure/user/:id/invitation',
  'POST /api/secure/user/:id/invitation/mail',
  'POST /api/secure/customer/:id/erase',
]);

/**
 * Requires that the session's password, or key, was typed in the last ten minutes before keys, people or an erasure
 * are written. A request with an API key presents it each time and needs no confirmation.
 *
 * @throws 403 `reauthentication_required`; nothing was done, and the same request may be sent again after
 *   `POST /api/session/confirmation`.
 */
export function requireConfirmation(c: Context<AppEnv>): void {
  const { session } = c.get('caller');
  if (!session || session.isConfirmed || accountRoute(c) === null) return;
  throw new HttpProblem(
    403,
    'reauthentication_required',
    'Forbidden',
    `This asks for the password again: it was typed more than ${confirmedMinutes} minutes ago`,
  );
}

/** Returns the route of a request that writes keys or people, or erases; null for any other request. */
export function accountRoute(c: Context<AppEnv>): string | null {
  const routes = matchedRoutes(c).map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, '')}`);
  return routes.find((route) => guarded.has(route)) ?? null;
}
