import { z } from 'zod';
import { templateCountries } from './countries';
import { email } from './email-schema';
import { newPassword } from './session';
import { currency, filledText, text } from './values';

const token = () => z.string().min(1).max(200);
const name = () => filledText(200);

/** Whether a code is of a currency that exists. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/**
 * Returns the name of a time zone as PostgreSQL has it (`europe/vienna` is `Europe/Vienna`), or null if there is none. No offsets: later
 * versions of Node take `+02:00`, and PostgreSQL reads it as two hours to the west.
 */
export const zoneOf = (text: string): string | null => {
  if (!/^[a-z]/i.test(text)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return null;
  }
};

const timezone = () =>
  text(100)
    .refine((zone) => zoneOf(zone) !== null, { error: 'Must be a time zone such as Europe/Vienna' })
    .overwrite((zone) => zoneOf(zone) ?? zone);

/** The body that asks what a one-time link of an empty service leads to. */
export const firstLinkBody = z.strictObject({ token: token() });

/** What the template of a country brings, by which it is shown before it is chosen. */
const templateSchema = z.strictObject({
  country: z.enum(templateCountries),
  currency: currency(),
  timezone: z.string(),
  /** In percent, the highest first. */
  taxes: z.array(z.string()),
  tenders: z.array(z.string()),
  /** To what cash is rounded; null for no rounding. */
  cash_rounding: z.string().nullable(),
  /** The number of accounts. */
  accounts: z.int32(),
});

/** The answer for a link that holds. */
export const firstLinkSchema = z.strictObject({ expires_at: z.string(), templates: z.array(templateSchema) });

export type FirstLink = z.output<typeof firstLinkSchema>;

/** The body that makes the first company, with the person who administers it. Without a `country` it says its currency and time zone. */
export const firstCompanyBody = z.strictObject({
  token: token(),
  language: z.enum(['en', 'fi']),
  company: z.strictObject({
    name: name(),
    ident: text(40),
    place: z.union([
      z.strictObject({ country: z.enum(templateCountries) }),
      z.strictObject({
        currency: currency().refine(isCurrency, { error: 'Must be a currency that exists, such as CHF' }),
        timezone: timezone(),
      }),
    ]),
  }),
  person: z.strictObject({ name: name(), email: email() }),
  password: newPassword(),
});

export type FirstCompany = z.output<typeof firstCompanyBody>;
