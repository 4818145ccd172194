import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MadePasskey, ShownPasskey } from '@/contract/passkeys';
import { mostPasskeys } from '@/contract/passkeys';
import type { Database } from '../../db/db';
import type { RelyingParty } from './relying-party';
import type { RequestOrigin } from '../request-origin';
import { hashToken, type OwnLogin } from '../sessions';

/** For what a challenge was made: a signature for one opens nothing else. */
export type Purpose = 'sign_in' | 'prove' | 'add';

/** Loaded when somebody has a passkey, so that a start does not wait for it. */
const webauthn = () => import('@simplewebauthn/server');

const milliseconds = 300_000;

/** Makes a challenge of one session and keeps it; `hasShown`: what stands now was shown before another passkey is added. */
async function newChallenge(
  db: Database,
  sessionId: string,
  purpose: Purpose,
  hasShown = false,
): Promise<Buffer> {
  const challenge = randomBytes(32);
  await sql`select login_challenge_begin(${challenge}, ${sessionId}::uuid, ${purpose}, ${hasShown})`.execute(
    db,
  );
  return challenge;
}

/**
 * Returns what a browser is asked for at the sign-in page: any passkey of this site. The challenge is the SHA-256 of the token in the
 * browser's cookie, so a signature is of no use in another one.
 */
export async function signInOptions(db: Database, { id: rpID }: RelyingParty, token: string) {
  const challenge = hashToken(token);
  await sql`select login_challenge_begin(${challenge}, null, 'sign_in', false)`.execute(db);
  return requestOptions(rpID, challenge, []);
}

/** Returns what a browser is asked for that proves something in a session: a passkey of its person. Null without any. */
export async function proofOptions(
  db: Database,
  { id: rpID }: RelyingParty,
  { login_id }: OwnLogin,
  sessionId: string,
) {
  const own = await passkeysOf(db, login_id);
  if (own.length === 0) return null;
  return requestOptions(rpID, await newChallenge(db, sessionId, 'prove'), own);
}

/** Returns what a browser is asked to make: a passkey that it finds by itself later on, unlocked by its person. */
export async function newPasskeyOptions(
  db: Database,
  { id: rpID }: RelyingParty,
  { login_id, email }: OwnLogin,
  sessionId: string,
  hasShown: boolean,
) {
  const { generateRegistrationOptions } = await webauthn();
  const own = await passkeysOf(db, login_id);
  return generateRegistrationOptions({
    rpName: 'Tillhouse',
    rpID,
    userID: handleOf(login_id),
    userName: email,
    challenge: bytesOf(await newChallenge(db, sessionId, 'add', hasShown)),
    timeout: milliseconds,
    attestationType: 'none',
    excludeCredentials: own.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** How a passkey names its person: the bytes of the login's id, which says nothing of who it is. */
const handleOf = (loginId: string): Uint8Array<ArrayBuffer> =>
  bytesOf(Buffer.from(loginId.replaceAll('-', ''), 'hex'));

/** As the package takes bytes. */
const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer);

interface Credential {
  readonly credential: Buffer;
  readonly transports: string[];
}

const described = ({ credential, transports }: Credential) => ({
  id: credential.toString('base64url'),
  transports,
});

async function passkeysOf(db: Database, loginId: string): Promise<Credential[]> {
  const { rows } = await sql<Credential>`
    select k.credential, k.transports from login_passkeys_of(${loginId}::uuid) k where k.refused_at is null`.execute(
    db,
  );
  return rows;
}

async function requestOptions(rpID: string, challenge: Buffer, own: readonly Credential[]) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: milliseconds,
    userVerification: 'required',
    allowCredentials: own.map(described),
  });
}

/** Returns the challenge that an answer signs, or null where it is none of a page of ours. */
function challengeOf(clientDataJSON: string): Buffer | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return null;
    // No page of another site shows ours, so nothing is asked for from within one.
    if ('crossOrigin' in data && data.crossOrigin !== false) return null;
    return typeof data.challenge === 'string' ? Buffer.from(data.challenge, 'base64url') : null;
  } catch {
    return null;
  }
}

/** Takes the challenge that an answer signs. Null: there is none, or not of this session, or not for this. */
async function takeChallenge(
  db: Database,
  clientDataJSON: string,
  sessionId: string | null,
  purpose: Purpose,
): Promise<{ readonly hasShown: boolean; readonly challenge: string } | null> {
  const challenge = challengeOf(clientDataJSON);
  if (!challenge) return null;
  const { rows } = await sql<{ shown: boolean | null }>`
    select login_challenge_take(${challenge}, ${sessionId}::uuid, ${purpose}) as shown`.execute(db);
  const shown = rows[0]?.shown ?? null;
  return shown === null ? null : { hasShown: shown, challenge: challenge.toString('base64url') };
}

/** A passkey that was shown, and whose it is. */
export interface Shown {
  readonly passkeyId: string;
  readonly loginId: string;
}

/** Why an answer shows nothing. */
export interface Refused {
  readonly refused: 'over' | 'unknown' | 'wrong' | 'cloned';
}

/**
 * Verifies what a browser answers that was asked for a passkey: that one of ours signed this very challenge, unlocked, on a page of this
 * site, and that it has counted on. The challenge is used up, right or wrong. In a session it is its person's, and confirms it.
 *
 * @param where the session, or at the sign-in page the token of the browser's cookie
 */
export async function verifyPasskey(
  db: Database,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  answer: ShownPasskey,
  where: { readonly sessionId: string; readonly loginId: string } | { readonly token: string | null },
  { address, requestId }: RequestOrigin,
): Promise<Shown | Refused> {
  const sessionId = 'sessionId' in where ? where.sessionId : null;
  const known = await passkeyOf(db, answer.id);
  const refused = (why: Refused['refused']): Refused => ({ refused: why });
  const taken = await takeChallenge(
    db,
    answer.response.clientDataJSON,
    sessionId,
    sessionId === null ? 'sign_in' : 'prove',
  );
  if (!taken) return refused('over');
  if (
    'token' in where &&
    (where.token === null || hashToken(where.token).toString('base64url') !== taken.challenge)
  )
    return refused('over');
  if (!known) return refused('unknown');
  const { userHandle } = answer.response;
  const isWhose =
    !userHandle || Buffer.from(userHandle, 'base64url').equals(Buffer.from(handleOf(known.login_id)));
  if (!isWhose || ('loginId' in where && where.loginId !== known.login_id)) return refused('wrong');
  const { verifyAuthenticationResponse } = await webauthn();
  const { id, rawId, type, response } = answer;
  const { clientDataJSON, authenticatorData, signature } = response;
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: taken.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    // What it has counted to is compared where it is stored, so that of two at once one is refused.
    credential: { id, publicKey: bytesOf(known.public_key), counter: 0 },
  }).catch(() => null);
  if (!verified?.verified) return refused('wrong');
  const { rows } = await sql<{ became: 'used' | 'refused' | 'cloned' }>`
    select login_passkey_use(${known.id}::uuid, ${verified.authenticationInfo.newCounter}, ${sessionId}::uuid, ${address},
      ${requestId}) as became`.execute(db);
  const became = rows[0]?.became ?? 'refused';
  if (became !== 'used') return refused(became === 'cloned' ? 'cloned' : 'wrong');
  return { passkeyId: known.id, loginId: known.login_id };
}

/** Returns the passkey of ours that has this credential's id, and whose it is. */
export async function passkeyOf(db: Database, credential: string) {
  const { rows } = await sql<{ id: string; login_id: string; email: string; public_key: Buffer }>`
    select * from login_passkey_of(${Buffer.from(credential, 'base64url')})`.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns an attestation without what its maker says of the device, which was not asked for. The package would follow the addresses in its
 * certificates, and so send requests from this service to wherever the caller likes.
 */
async function unattested(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const none = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(none as Parameters<typeof isoCBOR.encode>[0])).toString('base64url');
}

/**
 * Adds the passkey that a browser made to the person of a session. Returns its id; 'wrong' for an answer to nothing that was asked, or of
 * another site, or that nobody unlocked; 'known' where it is somebody's already; 'too many'.
 */
export async function addPasskey(
  db: Database,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  name: string,
  { id, rawId, type, response }: MadePasskey,
  { sessionId, loginId }: { sessionId: string; loginId: string },
  { address, requestId }: RequestOrigin,
): Promise<{ readonly id: string } | 'wrong' | 'known' | 'too many'> {
  const taken = await takeChallenge(db, response.clientDataJSON, sessionId, 'add');
  if (!taken) return 'wrong';
  const { verifyRegistrationResponse } = await webauthn();
  const { clientDataJSON, attestationObject } = response;
  const verified = await unattested(attestationObject)
    .then((object) =>
      verifyRegistrationResponse({
        response: {
          id,
          rawId,
          type,
          clientExtensionResults: {},
          response: { clientDataJSON, attestationObject: object },
        },
        expectedChallenge: taken.challenge,
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
      }),
    )
    .catch(() => null);
  if (!verified?.verified) return 'wrong';
  const { credential } = verified.registrationInfo;
  const { rows } = await sql<{
    id: string | null;
  }>`select login_passkey_add(${sessionId}::uuid, ${taken.hasShown},
    ${mostPasskeys}, ${name}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
    ${credential.counter}, ${response.transports ?? []}::text[], ${address}, ${requestId}) as id`.execute(db);
  const made = rows[0]?.id ?? null;
  if (made !== null) return { id: made };
  if (await passkeyOf(db, credential.id)) return 'known';
  return (await passkeysOf(db, loginId)).length >= mostPasskeys ? 'too many' : 'wrong';
}
