import { addAttempt, type Counted } from '../auth/shared-attempts';
import type { Database } from '../db/db';
import type { WaitingMail } from './outbox';

/** Mails a day: of a tenant, of one sender in it, and to one recipient. */
interface Limits {
  readonly tenant: number;
  readonly sender: number;
  readonly recipient: number;
  /** Whether the recipient is counted over all tenants: who is asked or invited is a stranger to each of them. */
  readonly isOfAll: boolean;
}

/**
 * Mails that a tenant sends a day (docs/security.md#what-else-holds). Fifty stores may send a report of each day to several people;
 * nobody invites two hundred.
 */
export const mailLimits = {
  invitation: { tenant: 200, sender: 50, recipient: 5, isOfAll: false },
  recipient: { tenant: 100, sender: 100, recipient: 3, isOfAll: true },
  set_outcome: { tenant: 500, sender: 50, recipient: 50, isOfAll: false },
  report: { tenant: 5000, sender: 2500, recipient: 250, isOfAll: false },
} as const satisfies Readonly<Record<string, Limits>>;

const day = 86_400;

/**
 * Counts a mail of a tenant, before it is asked for or at its first attempt.
 *
 * @param sender the membership or key in whose name it goes; null for nobody's
 * @returns the limit that is reached and the seconds until it ends, or null
 */
export async function countMail(
  db: Database,
  kind: keyof typeof mailLimits,
  { tenantId, sender, recipient }: { tenantId: string; sender: string | null; recipient: string },
): Promise<{ what: 'recipient' | 'sender' | 'tenant'; most: number; seconds: number } | null> {
  const limits: Limits = mailLimits[kind];
  const counted = (what: 'recipient' | 'sender' | 'tenant', of: string): Counted & { what: typeof what } => ({
    what,
    kind: `${kind} ${what}`,
    of,
    seconds: day,
    most: limits[what],
  });
  const counts = [
    counted('recipient', limits.isOfAll ? recipient : `${tenantId} ${recipient}`),
    ...(sender === null ? [] : [counted('sender', `${tenantId} ${sender}`)]),
    counted('tenant', tenantId),
  ];
  const { place, seconds, isOver } = await addAttempt(db, counts);
  const over = isOver ? counts[place] : undefined;
  return over ? { what: over.what, most: over.most, seconds } : null;
}

const whose = { recipient: 'this address', sender: 'one sender', tenant: 'one company' } as const;

/** Counts a mail at its first attempt; returns why it is not sent, or null. */
export async function requireWithin(
  db: Database,
  mail: WaitingMail,
  kind: keyof typeof mailLimits,
  sender: string | null,
): Promise<string | null> {
  if (mail.attempts > 1) return null;
  const over = await countMail(db, kind, { tenantId: mail.tenant_id, sender, recipient: mail.recipient });
  return over && `More than ${over.most} such mails a day are not sent to or by ${whose[over.what]}`;
}
