import { z } from 'zod';

/**
 * The value types of the wire, each once. A contract is built from these, so that one type is
 * checked, documented and explained in the same words everywhere.
 */

/** A GUID of any variant (docs/interface.md#21-common-fields): identifiers of other systems are accepted unchanged. */
export const guid = () => z.guid();

/** Text of at most `max` characters (UTF-16 units). */
export const text = (max = 400) => z.string().max(max);

/** Text with at least one visible character: an entity's name. */
export const filledText = (max = 400) => text(max).regex(/\S/, { error: 'Must not be empty' });

const canonicalDecimal = /^(?:-(?!0(?:\.0+)?$))?(?:0|[1-9]\d{0,25})(?:\.\d{1,12})?$/;

/**
 * A decimal number as text (docs/interface.md#22-product-plu, `base_price`): plain digits with an optional point, no
 * exponent, no leading zeros, no minus before a zero, so that `"4.50"` comes back as `"4.50"`.
 */
export const decimalText = () =>
  z
    .string()
    .regex(canonicalDecimal, { error: 'Must be a decimal number as text, such as "4.50"' })
    .meta({ examples: ['4.50'] });

/**
 * A sum of decimals that the service computed, as text, with all digits of its parts. Parts may be JSON numbers of 40
 * digits and exponents to ±40, so a sum may be longer than any decimal that is accepted.
 */
export const sumText = () =>
  z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/)
    .meta({ examples: ['4.50'] });

/** A decimal as text, zero or more: rates, minimum sums. */
export const positiveDecimalText = () =>
  decimalText()
    .regex(/^[^-]/, { error: 'Must be zero or more' })
    .meta({ examples: ['13.5'] });

/**
 * A JSON number or decimal text (docs/interface.md#22-product-plu, the `amount` of a price). Both are stored as sent.
 */
export const amount = () =>
  z.union([z.number(), decimalText()], { error: 'Must be a number, or a decimal number as text' });

/** An integer that fits PostgreSQL's `integer`: the `*_num` fields. */
export const integer = () => z.int32();

/** A date, `YYYY-MM-DD`, from the year 1 on: PostgreSQL has no year 0. */
export const day = () =>
  z.iso.date().refine((value) => !value.startsWith('0000'), { error: 'Must be in the years 1 to 9999' });

/** A time of day, `HH:MM`. */
export const timeOfDay = () =>
  z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Must be a time of day, such as "14:30"' })
    .meta({ examples: ['14:30'] });

/** A point in time, ISO 8601 in UTC. */
export const timestamp = () => z.iso.datetime({ offset: true });

/**
 * A point in time that PostgreSQL can store: the years 1 to 9999, offsets below 16 hours. Stored to the millisecond.
 */
export const instant = () =>
  timestamp().refine(
    // A value that is no time at all already fails the format.
    (value) =>
      utc(value) === '' ||
      (/^\d{4}-/.test(utc(value)) &&
        utc(value) >= '0001' &&
        // PostgreSQL rounds to the millisecond: the end of the year 9999 would become the year 10000.
        !(utc(value) === '9999-12-31T23:59:59.999Z' && /\.\d{3}[5-9]/.test(value)) &&
        !/[+-](?:1[6-9]|2\d):\d\d$/.test(value)),
    { error: 'Must be in the years 1 to 9999, with an offset below 16 hours' },
  );

const utc = (value: string): string => {
  const time = Date.parse(value);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

/** Days of the week, 1 = Monday … 7 = Sunday (ISO 8601). */
export const weekdays = () => z.array(z.int().min(1).max(7));

/**
 * A set of names that may grow: the interface does not list its enumerations, so an unknown value is accepted and
 * stored. `known` is what forms offer and the documentation lists.
 */
export const openEnum = (known: readonly string[]) =>
  z
    .string()
    .max(100)
    .meta({ examples: [...known] });

/** A currency code, ISO 4217. */
export const currency = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'Must be a currency code, such as "EUR"' })
    .meta({ examples: ['EUR'] });

/** An address or a network, such as `192.0.2.0/24`. The service alone says which text is none: it is no part of the first load. */
export const network = () =>
  z
    .string()
    .max(43)
    .meta({ examples: ['192.0.2.0/24', '2001:db8::/32'] });

/** A postal address, as `customer`, `supplier` and `location` have it in `data`. */
export const address = () =>
  settings({ street: text(), postal_code: text(40), city: text(), country: text(100) });

/**
 * An object inside `data`: every known key is validated if sent, may be null (a JSON Merge Patch removes a value with
 * null) and may be omitted; unknown keys are kept (docs/design.md#12-nothing-is-lost).
 */
export function settings<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  type Nullish = { [K in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[K]>> };
  const nullish = Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, schema.nullable().optional()]),
  );
  return z.looseObject(nullish as Nullish);
}

/** Returns the number of decimals of a currency (ISO 4217), by its three-letter code; 2 for an unknown code. */
export const currencyScale = (code: string): number => {
  if (' BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF '.includes(` ${code} `)) return 0;
  if (' BHD IQD JOD KWD LYD OMR TND '.includes(` ${code} `)) return 3;
  return code === 'CLF' || code === 'UYW' ? 4 : 2;
};
