import { sql } from 'kysely';
import type { Caller } from '../auth/caller';
import { trusted, type Database, type Tx } from '../db/db';
import { wireTime } from '../db/table';

/** A mail that waits: what it is about, and to whom. `tenant_id` and `company_id` are zeros for a forgotten password. */
export interface WaitingMail {
  readonly id: string;
  readonly tenant_id: string;
  readonly company_id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly claim: string;
  readonly give_up_at: Date;
}

/** A mail to put into the outbox. */
export interface NewMail {
  /** Null, and the company too, for a forgotten password: whose it is, is not known yet. */
  readonly tenantId: string | null;
  readonly companyId: string | null;
  readonly kind: string;
  readonly recipient: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** For how many hours it is tried. */
  readonly hours: number;
}

const adding = ({ tenantId, companyId, kind, recipient, data, hours }: NewMail) => sql<object>`
  select mail_add(${tenantId}::uuid, ${companyId}::uuid, ${kind}, ${recipient}, ${JSON.stringify(data)}::jsonb,
    make_interval(secs => ${hours * 3600}))`;

/** Puts a mail into the outbox, in the transaction of what it is about: it is sent if, and only if, that commits. */
export async function addMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx.rows(adding(mail));
}

/** Puts a mail into the outbox by itself. */
export async function addMailAlone(db: Database, mail: NewMail): Promise<void> {
  await adding(mail).execute(db);
}

/** The place before the first tenant. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Takes the next mail that is due, for `seconds`: of the tenant that follows `after`, so that each has its turn. Null if
 * there is none.
 */
export async function claimMail(
  db: Database,
  seconds: number,
  after: string = beforeAll,
): Promise<WaitingMail | null> {
  const { rows } = await sql<WaitingMail>`
    select * from mail_claim(make_interval(secs => ${seconds}), ${after}::uuid)`.execute(db);
  return rows[0] ?? null;
}

/** How an attempt ended. */
export type Outcome = 'sent' | 'failed' | 'waiting';

/** Ends an attempt; returns the state of the mail, or null if another attempt has taken over. */
export async function settleMail(
  db: Database,
  { id, claim }: WaitingMail,
  outcome: Outcome,
  problem: string | null,
  pauseSeconds = 0,
): Promise<Outcome | null> {
  const { rows } = await sql<{ state: Outcome | null }>`
    select mail_settle(${id}::uuid, ${claim}::uuid, ${outcome}, ${problem}::text,
      make_interval(secs => ${pauseSeconds})) as state`.execute(db);
  return rows[0]?.state ?? null;
}

const mostShown = 50;

/** SQL: what is said of a mail `m` (contract/mail/mails.ts). */
export const mailColumns = sql`m.id, m.recipient, m.state, m.attempts, m.problem, ${trusted(wireTime('m.created_at'))} as created_at,
  ${trusted(wireTime('m.next_at'))} as next_at, ${trusted(wireTime('m.finished_at'))} as finished_at`;

/** Returns the mails of the caller's company about a record, newest first: what was sent, and why one was not. */
export const mailsAbout = (tx: Tx, caller: Caller, key: 'reportmail_id' | 'user_id', id: string) =>
  tx.rows(sql<object>`
    select ${mailColumns} from mail_outbox m
    where m.tenant_id = ${caller.tenantId} and m.company_id = ${caller.companyId} and m.data->>${sql.lit(key)} = ${id}
    order by m.created_at desc, m.id limit ${mostShown}`);
