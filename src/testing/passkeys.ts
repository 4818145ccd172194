import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import type { MadePasskey, ShownPasskey } from '@/contract/passkeys';
import type { Answer } from '@/testing/answer';

/** The site of the test service (testing/service.ts). */
export const site = { id: 'test.example', origin: 'https://test.example' };

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

/** What an authenticator, or who copies one, does otherwise than it should. */
interface Otherwise {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
  readonly challenge?: string;
  readonly userHandle?: string;
  /** Signs with this key in place of its own. */
  readonly key?: KeyObject;
  readonly algorithm?: string;
}

const creation = z.looseObject({
  challenge: z.string(),
  user: z.looseObject({ id: z.string() }).default({ id: '' }),
});
const request = z.looseObject({ challenge: z.string() });

/**
 * An authenticator that is a program: with the key pair of one passkey, which it makes and shows as a browser would answer it. It counts
 * like those that are no shared ones. `isAttested`: it says who made it, by a certificate that is none.
 */
export function passkey(options: { isCounting?: boolean; isAttested?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let counter = 0;
  let handle = '';
  const clientData = (type: string, challenge: string, how: Otherwise) =>
    JSON.stringify({
      type: how.type ?? type,
      challenge: how.challenge ?? challenge,
      origin: how.origin ?? site.origin,
      crossOrigin: how.crossOrigin ?? false,
    });
  const authenticatorData = (how: Otherwise, attested: Uint8Array = new Uint8Array()) => {
    if (options.isCounting !== false) counter += 1;
    const head = Buffer.alloc(5);
    // Present, verified, and with a credential where one is made.
    head[0] = 1 | (how.isVerified === false ? 0 : 4) | (attested.length > 0 ? 64 : 0);
    head.writeUInt32BE(how.counter ?? counter, 1);
    return Buffer.concat([sha256(how.rpId ?? site.id), head, attested]);
  };
  const same = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' as const };
  return {
    id: same.id,
    /** Answers the options of a passkey that is to be made. */
    make(answer: Answer, how: Otherwise = {}): MadePasskey {
      const { challenge, user } = creation.parse(answer.json);
      handle ||= user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = authenticatorData(how, Buffer.concat([Buffer.alloc(16), length, credentialId, cose]));
      const attestation = new Map<string, unknown>([
        ['fmt', options.isAttested ? 'android-key' : 'none'],
        ['attStmt', new Map(options.isAttested ? [['x5c', [new Uint8Array(9)]]] : [])],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...same,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, how)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a passkey that is to be shown. */
    show(answer: Answer, how: Otherwise = {}): ShownPasskey {
      const { challenge } = request.parse(answer.json);
      const data = authenticatorData(how);
      const client = clientData('webauthn.get', challenge, how);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), how.key ?? privateKey);
      return {
        ...same,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: how.userHandle ?? handle,
        },
      };
    },
  };
}

interface Window {
  readonly send: (method: string, path: string, json?: unknown) => Promise<Answer>;
}

/** Adds a passkey to the person of a window; `proof` of what they have, where that is asked for. */
export async function addPasskey({ send }: Window, proof: object = {}, one = passkey()) {
  const options = await send('POST', '/api/secure/session/passkeys/options', proof);
  if (options.status !== 201) throw new Error(options.text);
  const added = await send('POST', '/api/secure/session/passkeys', {
    name: 'MacBook Air',
    passkey: one.make(options),
  });
  if (added.status !== 201) throw new Error(added.text);
  return { key: one, passkeyId: z.looseObject({ id: z.string() }).parse(added.json).id };
}

/** Signs a window in with a passkey. */
export async function showAtSignIn({ send }: Window, one: ReturnType<typeof passkey>, how: Otherwise = {}) {
  const options = await send('POST', '/api/session/passkey');
  return send('POST', '/api/session', { passkey: one.show(options, how) });
}

/** Returns what proves something in a session by a passkey. */
export async function proofBy({ send }: Window, one: ReturnType<typeof passkey>, how: Otherwise = {}) {
  const options = await send('POST', '/api/secure/session/passkeys/challenge');
  return { passkey: one.show(options, how) };
}
