import { may } from '@/app/session/session';
import { acts, allows, type Grant, type Holder } from '@/contract/role';

/**
 * Who may change a day's status, and who keeps the books (days/model/rules.server.ts). Null for a generic server, whose rules may differ:
 * nothing but the export is offered there.
 */
type Caller = Holder | null;

const mayHere = (me: Caller, act: Grant): boolean => me !== null && allows(me, act);

/** Whether somebody reads reports of days and months. On a generic server it is offered. */
export const mayReadReports = (me: Caller): boolean => may(me, acts.readReports);

/** Whether somebody reads what is left after what the goods cost. On a generic server it is offered. */
export const mayReadMargins = (me: Caller): boolean => may(me, acts.readMargins);

/** Whether somebody works with vouchers: they keep the books. A manager reaches them from a day. */
export const mayReadVouchers = (me: Caller): boolean => mayHere(me, acts.exportDays);

/** Whether somebody may open days, and count and close them. */
export const mayOpenAndClose = (me: Caller): boolean => mayHere(me, acts.closeDays);

/** Whether somebody may reopen a closed day. */
export const mayReopen = (me: Caller): boolean => mayHere(me, acts.reopenDays);

/** Whether somebody may mark a day as exported, once it is closed. On a generic server it is offered. */
export const mayExport = (me: Caller, status: string): boolean =>
  status === 'closed' && may(me, acts.exportDays);

/** Whether somebody may lock months. */
export const mayLock = (me: Caller): boolean => mayHere(me, acts.lockMonths);
