import { roles } from '../../contract/role';
import { HttpProblem } from '../http/problems';
import { hashKey, type Caller } from './caller';
import { formatActingAs, parseActingAs } from '../../contract/acting-as';
import { callerId } from '../write/scope-key';
import { sql } from 'kysely';
import type { Database } from '../db/db';
import { hashToken } from './sessions';
import { requireSameOrigin, sessionToken } from '../http/browser';

export interface CallerRow {
  tenant_id: string;
  company_id: string;
  lineage: string[];
  role: string;
  key_id: string | null;
  user_id: string | null;
  who: string;
  locale: string;
  session_id?: string;
  confirmed?: boolean;
}
/** Whether asking for a session's caller keeps it from ending of idleness. */
export type SessionUse = 'used' | 'looked at';
/** 409: another window has switched the session to another company, or signed in as somebody else. */
export const actingAsAnother = () =>
  new HttpProblem(
    409,
    'acting_as_another',
    'Conflict',
    'The session acts for another company or person than this page shows; nothing was done',
  );
export const unauthenticated = () =>
  new HttpProblem(
    401,
    'unauthenticated',
    'Unauthorized',
    'A session, or a valid API key, is needed: Authorization: Bearer <API_KEY>',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
export function callerFrom(row: CallerRow): Caller | null {
  const role = roles.find((name) => name === row.role);
  if (!role) return null;
  return {
    tenantId: row.tenant_id,
    companyId: row.company_id,
    lineage: row.lineage,
    role,
    keyId: row.key_id,
    keyName: row.who,
    userId: row.user_id,
    locale: row.locale,
    ...(row.session_id !== undefined && {
      session: { id: row.session_id, isConfirmed: row.confirmed === true },
    }),
  };
}
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
export const useBy = ({ headers, method }: Pick<Request, 'headers' | 'method'>): SessionUse =>
  isRead(method) && headers.get('tillhouse-attended') === 'no' ? 'looked at' : 'used';
/** The membership or key of a caller with its tenant, as the wire says it; the service itself acts as its company. */
export const actingAs = (caller: Caller): string => formatActingAs(caller.tenantId, callerId(caller));
/**
 * Whether a page that shows this membership or key may act as the caller. The id alone, which pages send that were
 * opened before an upgrade, is enough while no other tenant has the same.
 */
export async function isShown(db: Database, caller: Caller, shown: string): Promise<boolean> {
  const said = parseActingAs(shown);
  if (said?.id !== callerId(caller)) return false;
  if (said.tenantId !== null) return said.tenantId === caller.tenantId;
  const { rows } = await sql<{ shared: boolean }>`
    select acting_id_is_shared(${caller.tenantId}::uuid, ${said.id}::uuid) as shared`.execute(db);
  return rows[0]?.shared === false;
}
/** Whom an API key names, or null. */
export async function callerByKey(db: Database, key: string): Promise<Caller | null> {
  const { rows } = await sql<Omit<CallerRow, 'user_id' | 'who'> & { key_name: string }>`
    select * from caller_by_key(${hashKey(key)})`.execute(db);
  const [row] = rows;
  return row ? callerFrom({ ...row, user_id: null, who: row.key_name }) : null;
}
/** Whom a session acts for, or null where it has ended or they may no longer act. */
export async function callerBySession(
  db: Database,
  token: string,
  use: SessionUse = 'used',
): Promise<Caller | null> {
  const { rows } = await sql<CallerRow>`
    select * from caller_by_session(${hashToken(token)}, ${use === 'used'})`.execute(db);
  const [row] = rows;
  return row ? callerFrom(row) : null;
}
/**
 * The caller of a request: by its `Authorization` header (docs/interface.md#5-authentication), or else by the session
 * that its cookie names (docs/design.md#sessions). A page says with `Tillhouse-As` whom it shows: a membership or a
 * key, and with `Tillhouse-Attended: no` that it reads by itself, with nobody there: so a window that is left open in
 * a busy shop ends of idleness, too. What says nothing of it is use, and so is every write.
 *
 * @throws 401 for no credentials, and the same for wrong, expired or revoked ones; 403 for a write with a
 * cookie that no page of ours sent; 409 `acting_as_another` where the session acts for somebody else by now.
 */
export async function callerOf(
  db: Database,
  request: Pick<Request, 'headers' | 'method' | 'url'>,
  use: SessionUse = useBy(request),
): Promise<Caller> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const caller = key === undefined ? null : await callerByKey(db, key);
    if (!caller) throw unauthenticated();
    return caller;
  }
  const token = sessionToken(request.headers);
  if (token === null) throw unauthenticated();
  if (!isRead(request.method)) requireSameOrigin(request);
  const caller = await callerBySession(db, token, use);
  if (!caller) throw unauthenticated();
  const shown = request.headers.get('tillhouse-as');
  if (shown !== null && !(await isShown(db, caller, shown))) throw actingAsAnother();
  return caller;
}
