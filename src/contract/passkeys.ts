import { z } from 'zod';

/**
 * What is said about passkeys (docs/security.md#passkeys): the JSON forms of WebAuthn, as `@simplewebauthn/browser` and the browsers
 * themselves write and read them. Each shows that the person holds it and unlocked it, so it counts as both factors.
 */

/** How many passkeys a person has, at most. */
export const mostPasskeys = 20;

/** Characters of a passkey's name. */
export const passkeyNameLength = 60;

/** Bytes in base64url. A credential's id has 1,023 at most; what else an authenticator answers is below 10,000 characters. */
const bytes = (most = 10_000) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/);

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** What a browser answers that has shown a passkey (`AuthenticationResponseJSON`). */
export const shownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: bytes(200).nullish(),
  }),
});
export type ShownPasskey = z.output<typeof shownPasskey>;

/** What a browser answers that has made a passkey (`RegistrationResponseJSON`). */
export const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(),
    attestationObject: bytes(100_000),
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
});
export type MadePasskey = z.output<typeof madePasskey>;

/** The body that shows a passkey. */
export const passkeyBody = z.strictObject({ passkey: shownPasskey });

const passkeyName = () => z.string().trim().min(1).max(passkeyNameLength);

/** The body that names a passkey. */
export const passkeyNameBody = z.strictObject({ name: passkeyName() });

/** The body that adds the passkey which the browser has made. */
export const addPasskeyBody = z.strictObject({ name: passkeyName(), passkey: madePasskey });

/** What a browser is asked for: the options of `navigator.credentials` in JSON. Its challenge works once, for five minutes. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

/** A passkey of the person. */
export const ownPasskey = z.looseObject({
  id: z.string(),
  name: z.string(),
  made_at: z.string(),
  /** When it was shown last. */
  used_at: z.string().nullable(),
  /** Since when it is refused: its counter went back, so there may be a copy of it. */
  refused_at: z.string().nullable(),
  /** Whether this session was begun with it, or has shown it last. */
  current: z.boolean(),
});
export type OwnPasskey = z.output<typeof ownPasskey>;
