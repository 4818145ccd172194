import { HttpProblem } from '../http/problems';
import { callerFrom, hashKey, type Caller, type CallerRow } from './caller';
import { formatActingAs, parseActingAs } from '@/contract/acting-as';
import { callerId } from '../write/scope-key';
import { sql } from 'kysely';
import type { Database } from '../db/db';
import { callerNow } from './callers-now';
import { hashToken } from './sessions';
import { requireSameOrigin, sessionToken } from '../http/browser';

/** Whether a request counts as activity that keeps its session from the idle timeout. */
export type SessionUse = 'used' | 'looked at';
/** Returns a 409: another window has switched the session to another company, or signed in as somebody else. */
export const actingAsAnother = () =>
  new HttpProblem(
    409,
    'acting_as_another',
    'Conflict',
    'The session acts for another company or person than this page shows; nothing was done',
  );
/** Returns a 401: no credentials, or wrong, expired or revoked ones; it does not say which. */
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
/** Returns a 403: the company asks for a second factor, and the session has shown none. */
export const secondFactorRequired = () =>
  new HttpProblem(
    403,
    'second_factor_required',
    'Forbidden',
    'The company asks for a second factor: set one up, or sign in with it',
  );
/** Returns whether a method only reads. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
/** Returns whether a request counts as activity of its session (docs/design.md#sessions). */
export const useBy = ({ headers, method }: Pick<Request, 'headers' | 'method'>): SessionUse =>
  isRead(method) && headers.get('tillhouse-attended') === 'no' ? 'looked at' : 'used';
/**
 * Returns the `acting_as` text of a caller: its tenant and the id of its membership, key or, for the service itself,
 * company.
 */
export const actingAs = (caller: Caller): string => formatActingAs(caller.tenantId, callerId(caller));
/**
 * Returns whether a page that shows this membership or key may act as the caller. Pages opened before an upgrade send
 * the id alone; that is accepted if no other tenant has the same id.
 */
export async function isShown(db: Database, caller: Caller, shown: string): Promise<boolean> {
  const said = parseActingAs(shown);
  if (said?.id !== callerId(caller)) return false;
  if (said.tenantId !== null) return said.tenantId === caller.tenantId;
  const { rows } = await sql<{ shared: boolean }>`
    select acting_id_is_shared(${caller.tenantId}::uuid, ${said.id}::uuid) as shared`.execute(db);
  return rows[0]?.shared === false;
}
/** Returns the caller that owns this API key, or null if the key is unknown, expired or revoked. */
export async function callerByKey(db: Database, key: string): Promise<Caller | null> {
  const { rows } = await sql<Omit<CallerRow, 'user_id' | 'who'> & { key_name: string }>`
    select c.*, caller_held(c.tenant_id, null::uuid, c.key_id) as held from caller_by_key(${hashKey(key)}) c`.execute(
    db,
  );
  const [row] = rows;
  return row ? callerFrom({ ...row, user_id: null, who: row.key_name }) : null;
}
/** Returns the caller that a session acts as, or null if the session has ended or its membership may no longer act. */
export async function callerBySession(
  db: Database,
  token: string,
  use: SessionUse = 'used',
): Promise<Caller | null> {
  const { rows } = await sql<CallerRow>`
    select c.*, caller_held(c.tenant_id, c.user_id, c.key_id) as held from caller_of_session(${hashToken(token)}, ${use === 'used'}) c`.execute(
    db,
  );
  const [row] = rows;
  return row ? callerFrom(row) : null;
}
/** The caller of a request, and the revision token of what its answer depends on. */
export interface Identified {
  readonly caller: Caller;
  /** Null if no revisions were asked for, or none of the resources was ever written. */
  readonly mark: string | null;
}
/**
 * Returns the caller of a request: from its `Authorization` header (docs/interface.md#5-authentication), or from the
 * session in its cookie (docs/design.md#sessions). A page sends `Tillhouse-As` with the membership or key that it
 * shows, and `Tillhouse-Attended: no` for background reads, so that a window left open in a busy shop still reaches
 * the idle timeout. A request without that header counts as activity, and so does every write.
 *
 * @param revisionsOf the resources that the answer depends on; their revision token is read with the caller.
 * @param isOwn whether it is about the person's own sign-in, which needs no second factor: it is set up there.
 * @throws 401 without credentials, and the same for wrong, expired or revoked ones; 403 for a write with a
 * cookie that no page of this application sent; 403 `second_factor_required`; 409 `acting_as_another` if the session now acts
 * for somebody else.
 */
export async function identify(
  db: Database,
  request: Pick<Request, 'headers' | 'method' | 'url'>,
  {
    use = useBy(request),
    revisionsOf = [],
    isOwn = false,
  }: { use?: SessionUse; revisionsOf?: readonly string[]; isOwn?: boolean } = {},
): Promise<Identified> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const standing =
      key === undefined ? null : await callerNow(db, { hash: hashKey(key), by: 'key', revisionsOf });
    if (!standing) throw unauthenticated();
    return standing;
  }
  const token = sessionToken(request.headers);
  if (token === null) throw unauthenticated();
  if (!isRead(request.method)) requireSameOrigin(request);
  const standing = await callerNow(db, { hash: hashToken(token), by: 'session', revisionsOf });
  if (!standing) throw unauthenticated();
  // Recording the use takes the session's lock, so only this request waits for it; the session may end meanwhile.
  if (use === 'used' && standing.isUseUnrecorded && !(await callerBySession(db, token)))
    throw unauthenticated();
  const shown = request.headers.get('tillhouse-as');
  if (shown !== null && !(await isShown(db, standing.caller, shown))) throw actingAsAnother();
  if (standing.caller.session?.lacksSecond && !isOwn) throw secondFactorRequired();
  return standing;
}
/** Returns the caller of a request, as `identify` does. */
export const callerOf = async (
  db: Database,
  request: Pick<Request, 'headers' | 'method' | 'url'>,
  use?: SessionUse,
): Promise<Caller> => (await identify(db, request, use && { use })).caller;

/** Returns the caller of a request about the person's own sign-in. */
export const ownCallerOf = async (
  db: Database,
  request: Pick<Request, 'headers' | 'method' | 'url'>,
): Promise<Caller> => (await identify(db, request, { isOwn: true })).caller;

/**
 * Returns a membership or an API key as it stands now, for what is done in its name without a request; null if it is
 * deactivated, revoked or of a company that is.
 */
export async function standingCaller(
  db: Database,
  tenantId: string,
  { userId, keyId }: Pick<Caller, 'userId' | 'keyId'>,
): Promise<Caller | null> {
  const { rows } = await sql<CallerRow>`
    select c.*, caller_held(c.tenant_id, c.user_id, c.key_id) as held
    from standing_caller(${tenantId}::uuid, ${userId}::uuid, ${keyId}::uuid) c`.execute(db);
  const [row] = rows;
  return row ? callerFrom(row) : null;
}
