import { z } from 'zod';
import { currency, day, guid } from '@/contract/values';
import { string } from '@/contract/openapi/parts';
import { daysBetween } from '@/record/calendar';
import type { Complain } from './query';

const uuid = { type: 'string', format: 'uuid' } as const;
const date = { type: 'string', format: 'date', examples: ['2026-03-01'] } as const;

/** The most ids of a list. */
const mostIds = 100;

/** An id, in lower case. */
export const idText = () => guid().transform((id) => id.toLowerCase());

/** Parameter of an id; null where it is left out. */
export const idParameter = (description: string) => ({
  read: idText().nullable().default(null),
  rule: 'Must be a GUID',
  schema: uuid,
  description,
});

/** Parameter of ids separated by commas, each once and in lower case; none where it is left out. */
export const idsParameter = (description: string) => ({
  read: z
    .string()
    .transform((text) => text.toLowerCase().split(','))
    .pipe(z.array(guid()).max(mostIds))
    .transform((ids) => [...new Set(ids)])
    .default([]),
  rule: `Must be a GUID, or at most ${mostIds}, separated by commas`,
  schema: string,
  description,
});

/** Parameter that narrows a report to locations. */
export const locationsParameter = idsParameter(
  'A location, or several separated by commas; all where absent.',
);

/** Parameter that says of which currency a report is; null where it is left out. */
export const currencyParameter = {
  read: currency().nullable().default(null),
  rule: 'Must be a currency code, such as EUR',
  schema: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] },
  description:
    'Only days in this currency. Needed where the days are in several: without it 400 `several_currencies`, whose `errors` name each in `detail`.',
};

/** Said of a date that is missing. */
export const dateNeeded = 'A date is needed, such as 2026-03-01';

/** Parameter of a date that may be left out: null. */
export const dateParameter = (description: string) => ({
  read: day().nullable().default(null),
  rule: 'Must be a date, such as 2026-03-01',
  schema: date,
  description,
});

/** Parameter of a date that must be sent. */
export const neededDate = (description: string) => ({
  ...dateParameter(description),
  read: day(),
  needed: dateNeeded,
});

/** The most dates of a list. */
const mostDates = 100;

/** Parameter of dates separated by commas, in order and each once; none where it is left out. */
export const datesParameter = (description: string) => ({
  read: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(day()).max(mostDates))
    .transform((dates) => [...new Set(dates)].toSorted())
    .default([]),
  rule: `Must be a date, or at most ${mostDates}, separated by commas`,
  schema: string,
  description,
});

/** Complains of dates, both included, that are in no order, or more than `most`; `tooLong` is said of those. */
export function requirePeriod(
  { from, to }: { readonly from: string; readonly to: string },
  complain: Complain,
  most: number,
  tooLong: string,
): void {
  const length = daysBetween(from, to) + 1;
  if (length < 1) complain('to', 'invalid_parameter', 'Must not be before "from"');
  if (length > most) complain('to', 'too_large', tooLong);
}

/** Reads a whole number from its text. */
export function wholeNumber(least: number, most: number) {
  const error = `Must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,8}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
}
