import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Rules } from '@/core/contract/role';
import type { AppEnv } from './http-env';
import { forbidden } from '../auth/caller';

/** The paths of the service's own middleware and fallbacks, which need no rule. */
const around = new Set(['/*', '/api/secure/*', '/api/*']);

/**
 * Returns the deny-by-default guard (docs/design.md#keys-and-roles): every route that would answer a request needs a
 * rule that names the caller's role, wherever it was registered. An unknown address passes, to become 404; a known
 * one with another method passes, to become 405.
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
