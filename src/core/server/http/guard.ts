import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Rules } from '@/core/contract/role';
import type { AppEnv } from './http-env';
import { forbidden } from '../auth/caller';

/** Where the service itself stands before every route, and behind them all. */
const around = new Set(['/*', '/api/secure/*', '/api/*']);

/**
 * Deny by default (docs/design.md#keys-and-roles): whatever would answer this request needs a rule that names the
 * caller's role, wherever it was registered. An address that nobody serves passes, to be 404; one that is
 * served under another verb passes, to be 405.
 *
 * @throws from the guard, 403 for a role that the rule does not name, and for a route without a rule.
 */
export function ruleGuard(rules: Rules): (c: Context<AppEnv>) => void {
  const addresses = new Set(Object.keys(rules).map((rule) => rule.split(' ')[1]));
  return (c) => {
    const { role } = c.get('caller');
    for (const { method, path } of matchedRoutes(c)) {
      const address = path.replace(/(?<=.)\/$/, '');
      const isAllowed =
        method === 'ALL'
          ? around.has(address) || addresses.has(address)
          : rules[`${method} ${address}`]?.includes(role);
      if (!isAllowed) throw forbidden(role);
    }
  };
}
