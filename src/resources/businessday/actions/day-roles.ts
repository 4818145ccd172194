import type { Role } from '@/core/contract/role';

/** Whose the steps of a day are (rules.server.ts). Days of another server may have other steps: there none is offered. */
const till: readonly (Role | undefined)[] = ['manager', 'admin', 'terminal'];
const books: readonly (Role | undefined)[] = ['accountant', 'admin'];

/** Whether a role opens days, and counts and closes them. */
export const mayOpenAndClose = (role: Role | undefined): boolean => till.includes(role);

/** Whether a role opens a closed day again. */
export const mayReopen = (role: Role | undefined): boolean => books.includes(role);
/** Who may mark a day: accountants and administrators, once it is closed (rules.server.ts). On another server we try. */
export const mayExport = (role: string | undefined, status: string): boolean =>
  status === 'closed' && (role === undefined || role === 'accountant' || role === 'admin');
