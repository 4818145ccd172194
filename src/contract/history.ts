import type { Resource } from './resource';
import { accessOf, acts, allows, history, type Grant, type Holder } from './role';

/** What reading the trail needs, of whatever it is. */
export const readTrail: Grant = accessOf('event', history).read;

/** What is read in the trail by who keeps the books: business days, their receipts, and questions about them. */
export const books: readonly string[] = ['businessday', 'sales', 'question'];

/** What who keeps the books decides, and is no resource: faults that are acknowledged, and months that are locked. */
export const ofTheBooks: readonly string[] = ['acknowledgement', 'month'];

/** Whether a caller reads the trail of the books: an accountant, or a role of the company's that reads reports. */
export const readsBooks = (caller: Holder): boolean =>
  caller.rights ? allows(caller, acts.readReports) : caller.role === 'accountant';

/**
 * Returns whether a caller reads the history of a resource's records (docs/design.md#audit): an administrator all, others of what
 * they may change, and of the books.
 */
export const readsHistory = (
  caller: Holder,
  { name, access }: Pick<Resource, 'name' | 'access'>,
): boolean => {
  if (!allows(caller, readTrail)) return false;
  if (!caller.rights && caller.role === 'admin') return true;
  if (readsBooks(caller) && books.includes(name)) return true;
  return (caller.role !== 'accountant' || Boolean(caller.rights)) && allows(caller, access.update);
};

/**
 * What is done beside a record, by resource: the payload of such an event has one of these names, and the record stays as it was. What
 * writes these events is held to this list, and each name has its words in the history of a record and in the trail.
 */
export const besides = {
  user: ['invitation', 'accepted', 'password'],
  identityprovider: ['client_secret', 'scim_token', 'linked', 'unlinked'],
  webhook: ['secret', 'resumed', 'replayed_from', 'resent', 'skipped'],
} as const;
export type Besides = typeof besides;
export type Beside = Besides[keyof Besides][number];

/** Returns what an event says was done beside its record; null if it changed the record. */
export function besideOf({
  entity,
  action,
  payload,
}: {
  readonly entity?: unknown;
  readonly action?: unknown;
  readonly payload?: unknown;
}): Beside | null {
  if (action !== 'update' || typeof payload !== 'object' || payload === null) return null;
  const names: readonly Beside[] = Object.entries(besides).find(([name]) => name === entity)?.[1] ?? [];
  return names.find((name) => Object.hasOwn(payload, name)) ?? null;
}
