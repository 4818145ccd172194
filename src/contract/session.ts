import { z } from 'zod';
import { fieldGroupNames } from './field-groups';
import { roles } from './role';
import { email, signInEmail } from './email-schema';
import { passkeyBody } from './passkeys';
import { providersOffered } from './single-sign-on';

/**
 * What is said about signing in (docs/design.md#sessions): the bodies of `/api/session` and `/api/invitation`, and
 * their answers. The application checks by the same rules as the service.
 */

/** Languages of the application, as tags of BCP 47. A person's choice is one of them. */
export const languageTags = ['en', 'fi'] as const;

/**
 * The length of a password, in characters. The service refuses common ones too
 * (server/auth/password/password-strength.ts).
 */
export const passwordLength = { least: 12, most: 200 } as const;

/** The schema of a new password. */
export const newPassword = () => z.string().min(passwordLength.least).max(passwordLength.most);

/** The schema of a password to check: any text. */
const triedPassword = () => z.string().min(1).max(1000);

/** The body of a sign-in: an e-mail with its password, a passkey, or an API key. */
export const signInBody = z.union([
  z.strictObject({ email: signInEmail(), password: triedPassword() }),
  passkeyBody,
  z.strictObject({ key: z.string().min(1).max(1000) }),
]);

/** The body of a change of one's own password. */
export const passwordBody = z.strictObject({ current: triedPassword(), password: newPassword() });

/** The body of a confirmation: the current password, a passkey, or the key; empty for a person without any. */
export const confirmBody = z.union([
  z.strictObject({ password: triedPassword() }),
  passkeyBody,
  z.strictObject({ key: z.string().min(1).max(1000) }),
  z.strictObject({}),
]);

/** The body that asks for another e-mail of one's own. */
export const addressBody = z.strictObject({ email: email(), password: triedPassword() });

/** The body that chooses the person's language. */
export const languageBody = z.strictObject({ language: z.enum(languageTags) });

/** The body that names a one-time link by its token. */
export const invitationBody = z.strictObject({ token: z.string().min(1).max(200) });

/** The body that redeems a one-time link: with a new password, or the existing one if the e-mail has one. */
export const acceptBody = z.strictObject({ ...invitationBody.shape, password: triedPassword() });

const named = z.looseObject({ id: z.string(), name: z.string() });

/** What a company, or the nearest above it, says of whether its prices hold tax; null if none says it. */
const priceTax = z.enum(['included', 'excluded']).nullish();

/** The caller, as `GET /api/secure/me` answers. */
export const meSchema = z.looseObject({
  role: z.enum(roles),
  /** The position from which changes are followed (live/follow.ts). */
  live: z.string().optional(),
  company: z.looseObject({
    id: z.string(),
    name: z.string(),
    parent: named.nullable(),
    ancestors: z.array(named.extend({ price_tax: priceTax })).catch([]),
    currency: z.string(),
    locale: z.string(),
    timezone: z.string(),
    price_tax: priceTax,
  }),
  /** The locations that the membership holds; what is of others is not there. Null, or missing, for all. */
  locations: z.array(z.string()).nullish(),
  /** The role that the company made, of which `role` says what it counts as; null, or missing, for a built-in one. */
  custom_role: named.nullish(),
  /** All rights of the company's own role. */
  rights: z.array(z.string()).nullish(),
  /** Fields that the role does not see, and those that it does not change (contract/field-groups.ts). */
  hidden: z.array(z.enum(fieldGroupNames)).nullish(),
  read_only: z.array(z.enum(fieldGroupNames)).nullish(),
  /** The largest change of a price that the role makes, in percent. */
  largest_price_change: z.number().nullish(),
  /** The register whose till has the key: it writes the receipts of that one alone. */
  pos_id: z.string().nullish(),
  /** The person and their membership; null for an API key. */
  user: z
    .looseObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      /** False for a person who signs in only by the demo's click. */
      has_password: z.boolean().optional(),
      /** The language that the person chose, in whichever browser, or else that of the membership. */
      language: z.string().nullish(),
      /** The second factor that the company asks of this role and the person has not shown. */
      second_factor: z
        .looseObject({
          /** The company of the line that asks it. */
          company: z.string(),
          /** The day from which it is asked, `2026-12-01`. */
          from: z.string(),
          /** From that day on nothing else is answered to the session: 403 `second_factor_required`. */
          is_due: z.boolean(),
        })
        .nullish(),
    })
    .nullable(),
  key: named.nullable(),
  /** The membership or key with its tenant (acting-as.ts), as `Tillhouse-As` takes it. */
  acting_as: z.string().optional(),
  /** All memberships of the person, including this one. */
  memberships: z.array(
    z.looseObject({
      id: z.string(),
      acting_as: z.string().optional(),
      role: z.enum(roles),
      custom_role: named.nullish(),
      company: named,
    }),
  ),
});
export type Me = z.output<typeof meSchema>;

/** The answer of `/api/session`: the caller, or null. */
export const sessionSchema = z.looseObject({
  session: meSchema.nullable(),
  /** What a sign-in still lacks, whose password was right (`POST /api/session/code`). */
  needs: z.literal('code').optional(),
});

/** What a one-time link is for; `address`: the person signs in with `email` from then on. */
export const invitationSchema = z.looseObject({
  kind: z.enum(['join', 'reset', 'recover', 'address']),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  role: z.enum(roles),
  custom_role: named.nullish(),
  /** The language that the company gave the membership, if it did. */
  language: z.string().nullish(),
  /** Providers of single sign-on by which one may join. */
  providers: providersOffered.shape.providers.optional(),
  /** Whether by nothing else: no password opens the company. */
  only: z.boolean().optional(),
  expires_at: z.string(),
});
export type Invitation = z.output<typeof invitationSchema>;

/** A link as it is shown, once, to the administrator who created it. */
export const linkSchema = z.looseObject({
  /** The fragment of the application's address `/invitation`, which browsers send to no server. */
  token: z.string(),
  kind: z.enum(['join', 'reset', 'recover']),
  expires_at: z.string(),
});
