import type { Role } from '@/core/contract/role';
import type { Item } from '@/core/server/http/items';
import { HttpProblem, invalid } from '@/core/server/http/problems';
import type { Change } from '@/core/server/write/rules';
import type { Day } from './day-state.server';
import { conflict, fieldProblem } from './refusals.server';

/** A change of status: the roles that may make it, and the field of `data` that it requires. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly roles: readonly Role[];
  /** `sent`: required in this request. `there`: required in this request or stored before. */
  readonly says?: { readonly key: 'note' | 'voucher_num'; readonly when: 'sent' | 'there' };
}

/** The allowed changes of status of a business day (docs/design.md#7-resources-and-fields). */
const steps: readonly Step[] = [
  { from: 'open', to: 'closed', roles: ['terminal', 'manager', 'admin'] },
  { from: 'closed', to: 'open', roles: ['accountant', 'admin'], says: { key: 'note', when: 'sent' } },
  {
    from: 'closed',
    to: 'exported',
    roles: ['accountant', 'admin'],
    says: { key: 'voucher_num', when: 'there' },
  },
];

/**
 * Validates a change of status.
 *
 * @throws 409 `status_not_next`; 403 for a role that may not make it; 422 `required` for a missing field.
 */
export function requireStep({ caller }: Change, item: Item, day: Day, to: string): void {
  const step = steps.find((known) => known.from === day.status && known.to === to);
  if (!step) {
    const detail = `A business day that is ${day.status} does not become ${to}`;
    throw conflict([[item, ['status']]], 'status_not_next', detail);
  }
  if (!step.roles.includes(caller.role)) {
    throw new HttpProblem(403, 'forbidden', 'Forbidden', `The role ${caller.role} may not do this`);
  }
  const { says } = step;
  if (!says) return;
  const sent = sentText(item, says.key);
  // An unchanged note is no reason: the request must add to it.
  if (sent && (says.key !== 'note' || sent !== day.note)) return;
  if (says.when === 'there' && sent === null && day.voucher_num) return;
  throw invalid([
    fieldProblem(
      item,
      ['data', says.key],
      'required',
      `From ${day.status} to ${to} a business day goes with data.${says.key}`,
    ),
  ]);
}

/** Returns the text that an item sends in `data`: empty if it clears the key, null if it does not send it. */
function sentText(item: Item, key: string): string | null {
  const value: unknown = item.data?.[key];
  if (value === undefined) return null;
  return typeof value === 'string' ? value.trim() : '';
}
