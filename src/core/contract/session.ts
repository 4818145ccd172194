import { z } from 'zod';
import { roles } from './role';
import { email } from './values';

/**
 * What is said about signing in (docs/design.md#sessions): the bodies of `/api/session` and `/api/invitation`, and
 * their answers. The application checks by the same rules as the service.
 */

/**
 * How long a password is at least and at most, in characters. The service refuses common ones, too
 * (core/server/auth/password-strength.ts).
 */
export const passwordLength = { least: 12, most: 200 } as const;

/** A password that is being chosen. */
export const newPassword = () => z.string().min(passwordLength.least).max(passwordLength.most);

/** A password that is being tried: whatever somebody typed. */
const triedPassword = () => z.string().min(1).max(1000);

/** A sign-in with an e-mail and its password, or with an API key. */
export const signInBody = z.union([
  z.strictObject({ email: email(), password: triedPassword() }),
  z.strictObject({ key: z.string().min(1).max(1000) }),
]);

/** Another password of one's own. */
export const passwordBody = z.strictObject({ current: triedPassword(), password: newPassword() });

/** The password of now, or the key, typed again; nothing where somebody was let in without either. */
export const confirmBody = z.union([
  z.strictObject({ password: triedPassword() }),
  z.strictObject({ key: z.string().min(1).max(1000) }),
  z.strictObject({}),
]);

/** A one-time link, by the token in it. */
export const invitationBody = z.strictObject({ token: z.string().min(1).max(200) });

/** A one-time link taken up: with a new password or, where the e-mail has one already, with that. */
export const acceptBody = z.strictObject({ ...invitationBody.shape, password: triedPassword() });

const named = z.looseObject({ id: z.string(), name: z.string() });

/** Who is asking, as `GET /api/secure/me` answers. */
export const meSchema = z.looseObject({
  role: z.enum(roles),
  /** From where changes are told (live/follow.ts). */
  live: z.string().optional(),
  company: z.looseObject({
    id: z.string(),
    name: z.string(),
    parent: named.nullable(),
    ancestors: z.array(named).catch([]),
    currency: z.string(),
    locale: z.string(),
    timezone: z.string(),
  }),
  /** The person and the membership by which they act; null for an API key. */
  user: z
    .looseObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      /** False for whom a demo's click alone lets in. */
      has_password: z.boolean().optional(),
    })
    .nullable(),
  key: named.nullable(),
  /** The membership or key with its tenant (acting-as.ts): what `Tillhouse-As` takes. */
  acting_as: z.string().optional(),
  /** The memberships of the same person, this one among them. */
  memberships: z.array(
    z.looseObject({
      id: z.string(),
      acting_as: z.string().optional(),
      role: z.enum(roles),
      company: named,
    }),
  ),
});
export type Me = z.output<typeof meSchema>;

/** The answer of `/api/session`: who is signed in, or null. */
export const sessionSchema = z.looseObject({ session: meSchema.nullable() });

/** What a one-time link is for. */
export const invitationSchema = z.looseObject({
  kind: z.enum(['join', 'reset', 'recover']),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  role: z.enum(roles),
  expires_at: z.string(),
});
export type Invitation = z.output<typeof invitationSchema>;

/** A link as it is shown to the administrator who made it, once. */
export const linkSchema = z.looseObject({
  /** Behind `#` in the application's address `/invitation`: what stands there is sent to no server. */
  token: z.string(),
  kind: z.enum(['join', 'reset', 'recover']),
  expires_at: z.string(),
});
