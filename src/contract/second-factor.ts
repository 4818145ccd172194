import { z } from 'zod';
import { ownPasskey, passkeyBody } from './passkeys';

/**
 * What is said about the second factor of a person (docs/design.md#sessions): the code of an authenticator app, and the ten recovery codes
 * for who has lost it. It belongs to the login, so it is asked for whatever company the person works in.
 */

/** Seconds that a code of an authenticator app is shown (RFC 6238). */
export const codeSeconds = 30;

/** How many recovery codes are made at once; each works once. */
export const recoveryCodes = 10;

/** Days for which a browser is asked for no code, at most. */
export const rememberedDays = 30;

/**
 * A code as a person types it: six digits of the app, or a recovery code such as `7KQ2-M9XD-4HTP-R3VA`. Blanks and hyphens count for nothing,
 * nor does the case.
 */
const typedCode = () => z.string().trim().min(6).max(40);

/** Whether a typed code is one of the app; anything else is tried as a recovery code. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replaceAll(/[\s-]/g, ''));

/** The body that proves the second factor. */
export const codeBody = z.strictObject({ code: typedCode() });

/** The body that proves the second factor by a code or a passkey. */
export const proofBody = z.union([codeBody, passkeyBody]);
export type Proof = z.output<typeof proofBody>;

/**
 * The body that begins to set an authenticator up, or to add or remove a passkey: with a proof where `is_guarded` says so.
 * What is empty proves nothing.
 */
export const guardedBody = z.union([codeBody, passkeyBody, z.strictObject({})]);

/** The body that ends a sign-in whose first factor was right. */
export const signInCodeBody = z.strictObject({
  ...codeBody.shape,
  /** Ask this browser for no code for 30 days. */
  remember: z.boolean().optional(),
});

/** A new authenticator, answered once. Nothing is turned on yet. */
export const newAuthenticator = z.looseObject({
  /** Base32, for who types it. */
  secret: z.string(),
  /** `otpauth://totp/…`, for the picture. */
  uri: z.string(),
  /** Until when it is to be turned on. */
  expires_at: z.string(),
});
export type NewAuthenticator = z.output<typeof newAuthenticator>;

/** Ten new recovery codes, answered once. */
export const newRecoveryCodes = z.looseObject({ recovery_codes: z.array(z.string()) });

/** What is shown besides the password; a passkey is it by itself. */
export const secondFactors = ['app', 'recovery_code', 'remembered', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** By what somebody came in; `second`: what was shown besides the password. */
const wayIn = {
  way: z.enum(['password', 'passkey', 'link', 'demo', 'provider']),
  second: z.enum(secondFactors).nullable(),
};

/** What a company asks of those who work in it. */
const companyAsks = z.looseObject({
  company: z.string(),
  /** The day from which nobody comes in without a second factor, `2026-12-01`, in the company's time zone. */
  from: z.string(),
  /** Whether it is past, so that who has none sets one up to come in. */
  is_due: z.boolean(),
});

/** How a person signs in, as they see it themselves. */
export const ownSecurity = z.looseObject({
  email: z.string(),
  /** Null for who signs in by the demo's click alone. `changed_at` is null where nobody noted it. */
  password: z.looseObject({ changed_at: z.string().nullable() }).nullable(),
  /** The one used last first. */
  passkeys: z.array(ownPasskey),
  /** Whether this service takes passkeys: it needs to know its address (docs/operations.md). */
  can_add_passkey: z.boolean(),
  authenticator: z.looseObject({ since: z.string() }).nullable(),
  /** Null without an authenticator. */
  recovery_codes: z
    .looseObject({ left: z.int(), made_at: z.string(), last_used_at: z.string().nullable() })
    .nullable(),
  /** Whether this service can keep an authenticator: it needs a file with a key (docs/operations.md). */
  can_set_up: z.boolean(),
  /** Whether a code or a passkey is asked for before another way to sign in is added or one is taken away. */
  is_guarded: z.boolean(),
  /** How long this session lasts: minutes without use, and hours in any case. */
  session: z.looseObject({ idle_minutes: z.int(), hours: z.int() }),
  /** One entry for each membership of which a second factor is asked. */
  asked: z.array(companyAsks),
  /** Companies of the person that a provider alone opens: nothing of this does. */
  by_provider: z.array(z.looseObject({ company: z.string(), provider: z.string() })),
  /** Browsers that are asked for no code, the one used last first. */
  remembered: z.array(
    z.looseObject({
      id: z.string(),
      user_agent: z.string(),
      address: z.string().nullable(),
      used_at: z.string(),
      until: z.string(),
      current: z.boolean(),
    }),
  ),
});
export type OwnSecurity = z.output<typeof ownSecurity>;

/** One sign-in of a person, right or refused; those of 90 days are kept. */
export const ownSignIn = z.looseObject({
  at: z.string(),
  /** What was refused; null for a sign-in. */
  refused: z.enum(['password', 'code', 'passkey']).nullable(),
  way: wayIn.way.nullable(),
  second: wayIn.second,
  address: z.string().nullable(),
  user_agent: z.string(),
});
export const ownSignIns = z.array(ownSignIn);
export type OwnSignIn = z.output<typeof ownSignIn>;
