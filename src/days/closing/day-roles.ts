import type { Role } from '@/contract/role';

/**
 * The roles per change of status (server/rules.server.ts). For a generic server, whose rules may differ, none is
 * offered.
 */
const till: readonly (Role | undefined)[] = ['manager', 'admin', 'terminal'];
const books: readonly (Role | undefined)[] = ['accountant', 'admin'];

/** Whether a role works with vouchers: it keeps the books. A manager reaches them from a day. */
export const mayReadVouchers = (role: Role | undefined): boolean => books.includes(role);

/** Whether a role may open days, and count and close them. */
export const mayOpenAndClose = (role: Role | undefined): boolean => till.includes(role);

/** Whether a role may reopen a closed day. */
export const mayReopen = (role: Role | undefined): boolean => books.includes(role);
/**
 * Whether a role may mark a day as exported: accountants and administrators, once it is closed. Without a role (generic
 * server) it is offered.
 */
export const mayExport = (role: string | undefined, status: string): boolean =>
  status === 'closed' && (role === undefined || role === 'accountant' || role === 'admin');
