import { sql } from 'kysely';
import type { Context } from 'hono';
import type { Database } from '../db/db';
import type { AppEnv } from '../http/http-env';
import { HttpProblem } from '../http/problems';
import { areNetworks, networkSet } from './client-address';
import { hashKey, type Caller } from './caller';
import { originOf } from './request-origin';
import { addAttempt } from './shared-attempts';

interface Refused {
  tenant_id: string;
  company_id: string;
  key_id: string;
  name: string;
  reason: 'revoked' | 'expired' | 'closed' | 'wrong';
  at: Date | null;
  by_name: string | null;
}

const kinds = {
  revoked: 'key_used_revoked',
  expired: 'key_used_expired',
  closed: 'key_used_revoked',
  wrong: 'key_wrong',
} as const satisfies Record<Refused['reason'], string>;

/** Rows of the security log that strangers with keys can cause in one tenant, an hour. */
const rowsAnHour = 200;

/**
 * Notes that a key was used in vain, in the security log of the company whose key it was or whose prefix it has: the
 * prefix, the address, and how often that day. A row is written for the first time and then for the tenth, the
 * hundredth and so on: a till with an old key tries all day.
 *
 * @returns why, in words for who holds the whole key; null where the key is wrong. A wrong key never says whether its
 *   prefix is known.
 */
export async function noteRefusedKey(db: Database, c: Context<AppEnv>, key: string): Promise<string | null> {
  const prefix = /^th_([0-9a-f]{10})_/.exec(key)?.[1] ?? '';
  const { rows } = await sql<Refused>`select * from key_refused(${hashKey(key)}, ${prefix})`.execute(db);
  const [refused] = rows;
  if (!refused) return null;
  const { tenant_id, company_id, key_id, name, reason, at, by_name } = refused;
  await noteInVain(
    db,
    c,
    { tenantId: tenant_id, companyId: company_id, keyId: key_id, keyName: name },
    kinds[reason],
    prefix,
  );
  const day = at?.toISOString() ?? '';
  switch (reason) {
    case 'revoked':
      return `This API key was revoked at ${day}${by_name === null ? '' : ` by ${by_name}`}`;
    case 'expired':
      return `This API key ended at ${day}`;
    default:
      return null;
  }
}

/** Counts a use in vain, and writes a row for the first one of the day, the tenth, the hundredth and so on. */
async function noteInVain(
  db: Database,
  c: Context<AppEnv>,
  { tenantId, companyId, keyId, keyName }: Pick<Caller, 'tenantId' | 'companyId' | 'keyId' | 'keyName'>,
  kind: string,
  prefix: string,
): Promise<void> {
  const { address, requestId } = originOf(c);
  const counted = { kind, of: `${tenantId} ${keyId} ${address}`, seconds: 86_400, most: 2_000_000_000 };
  const { count } = await addAttempt(db, [counted]);
  const isRound = /^10*$/.test(String(count));
  if (!isRound || (await isFull(db, tenantId))) return;
  const detail = `${prefix === '' ? '' : `th_${prefix} `}×${count}`;
  await sql`select security_note(${tenantId}::uuid, ${companyId}::uuid, ${kind}, null::uuid, ${keyId}::uuid,
    ${keyName}, ${address}, ${detail}, ${keyId}::uuid, ${requestId})`.execute(db);
}

/** Returns whether a caller's key is accepted from an address; none from nowhere where it names networks. */
export const isFromNetwork = ({ networks }: Pick<Caller, 'networks'>, address: string): boolean =>
  !networks || (areNetworks(networks) && networkSet(networks).has(address));

/**
 * Requires that a key comes from one of the networks that it names, and notes one that does not. Who holds the key is told which address
 * was seen: behind a proxy that is not trusted it is the proxy's.
 *
 * @throws 403 `other_network`
 */
export async function requireNetwork(db: Database, c: Context<AppEnv>, caller: Caller): Promise<void> {
  const address = c.get('address');
  if (isFromNetwork(caller, address)) return;
  await noteInVain(db, c, caller, 'key_used_elsewhere', '');
  throw new HttpProblem(
    403,
    'other_network',
    'Forbidden',
    `This API key is not accepted from ${address === '' ? 'here' : address}`,
  );
}

const isFull = async (db: Database, tenantId: string): Promise<boolean> =>
  (await addAttempt(db, [{ kind: 'key rows', of: tenantId, seconds: 3600, most: rowsAnHour }])).isOver;

/**
 * Returns the refusal of a request with what is known of its key, and notes it; any other error as it is.
 */
export async function refusalOfKey(db: Database, c: Context<AppEnv>, error: unknown): Promise<unknown> {
  if (!(error instanceof HttpProblem) || error.status !== 401) return error;
  const key = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (key === undefined) return error;
  const detail = await noteRefusedKey(db, c, key);
  if (detail === null) return error;
  return new HttpProblem(401, 'unauthenticated', 'Unauthorized', detail, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
