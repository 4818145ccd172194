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
