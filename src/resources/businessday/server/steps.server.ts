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
  /** Whether the request has to add to `data.note`. */
  readonly saysWhy?: true;
}

/**
 * The allowed changes of status of a business day (docs/design.md#7-resources-and-fields). What an export requires is known only
 * after the write (voucher/server/without-rows.server.ts).
 */
const steps: readonly Step[] = [
  { from: 'open', to: 'closed', roles: ['terminal', 'manager', 'admin'] },
  { from: 'closed', to: 'open', roles: ['accountant', 'admin'], saysWhy: true },
  { from: 'closed', to: 'exported', roles: ['accountant', 'admin'] },
];

/**
 * Validates a change of status.
 *
 * @throws 409 `status_not_next`; 403 for a role that may not make it; 422 `required` for a missing note.
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
  if (!step.saysWhy) return;
  const note: unknown = item.data?.['note'];
  // An unchanged note is no reason: the request must add to it.
  if (typeof note === 'string' && note.trim() !== '' && note.trim() !== day.note) return;
  throw invalid([
    fieldProblem(
      item,
      ['data', 'note'],
      'required',
      `From ${day.status} to ${to} a business day goes with data.note`,
    ),
  ]);
}
