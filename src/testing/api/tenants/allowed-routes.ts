import { expect } from 'vitest';
import { rulesOf, type Rules } from '@/contract/rules';
import { contracts } from '@/resources/contracts';
import { extraRoutes } from '@/resources/routes';
import { unknownId, type Stage } from '../start';

/** Every route under `/api/secure` with what it needs: the table in docs/roles.md. */
export const rules: Rules = Object.assign(
  {},
  rulesOf(Object.values(contracts)),
  ...extraRoutes.map((address) => address.rules),
);

/**
 * Returns the routes that a caller can use, found by requesting each: any refusal other than by role counts as
 * allowed.
 */
export async function allowedRoutes(
  on: Pick<Stage, 'service'>,
  headers: Readonly<Record<string, string>>,
): Promise<string[]> {
  const open: string[] = [];
  for (const rule of Object.keys(rules)) {
    const [method = '', address = ''] = rule.split(' ');
    const response = await on.service.fetch(
      new Request(`http://test${address.replace(/:\w+/g, unknownId)}`, {
        method,
        ...(method !== 'GET' && { body: '{' }),
        headers: { ...headers, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
    // The stream of changes does not end by itself.
    await response.body?.cancel();
    expect([rule, response.status]).not.toEqual([rule, 401]);
    // A method that no role may use does not exist: nobody writes the audit trail.
    if (response.status !== 403 && response.status !== 405) open.push(rule);
  }
  return open;
}
