import { z } from 'zod';
import type { FieldProblem } from '@/core/contract/problem';
import { day, guid, instant } from '@/core/contract/values';
import type { Caller } from '@/core/server/auth/caller';
import type { Database } from '@/core/server/db/db';
import { badQuery } from '@/core/server/http/problems';
import type { Tables } from '@/core/server/read/visibility';
import { requireWithinHorizon } from '@/core/server/retention/horizon';

/** What is asked about prices, as the parameters say it; ids are in lower case. */
export interface Question {
  readonly pricelist: string | null;
  readonly location_id: string | null;
  /** An instant or a date; null is now. */
  readonly at: string | null;
}

/** The parameters of a question, for the OpenAPI document. */
export const questionParameters = [
  {
    name: 'at',
    in: 'query',
    schema: { type: 'string', examples: ['2026-03-20', '2026-03-20T12:00:00Z'] },
    description:
      'An instant, or a date: the last moment of that day in the shop, and now for today. Left out as now.',
  },
  {
    name: 'pricelist',
    in: 'query',
    schema: { type: 'string', format: 'uuid' },
    description:
      'A price list. A campaign counts while it holds, and otherwise the regular price. Left out: the regular price, which is that of the location’s own list or the base price.',
  },
  {
    name: 'location_id',
    in: 'query',
    schema: { type: 'string', format: 'uuid' },
    description:
      'A location: its time zone, its price list and its campaigns. Left out: those of the company that hold everywhere.',
  },
];

const moment = z.union([day(), instant()], {
  error: 'Must be a date such as 2026-03-20, or an instant such as 2026-03-20T12:00:00Z',
});

const schemas = {
  at: moment,
  pricelist: guid(),
  location_id: guid(),
  fallen: z.enum(['true', 'false'], { error: 'Must be true or false' }),
  days: wholeNumber(1, 3660),
  limit: wholeNumber(1, 5000),
  offset: wholeNumber(0, 10_000_000),
} as const;

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,8}$/, { error: `Must be a whole number from ${least} to ${most}` })
    .refine((text) => Number(text) >= least && Number(text) <= most, {
      error: `Must be a whole number from ${least} to ${most}`,
    });
}

type Name = keyof typeof schemas;

/** Reads the parameters of a request. @throws 400 that names each one that is unknown, repeated or not valid. */
export function readParameters<N extends Name>(
  parameters: URLSearchParams,
  names: readonly N[],
): Partial<Record<N, string>> {
  const problems: FieldProblem[] = [];
  const read: Partial<Record<N, string>> = {};
  for (const name of new Set(parameters.keys())) {
    const complain = (code: string, detail: string) => problems.push({ pointer: `?${name}`, code, detail });
    const known = names.find((one) => one === name);
    const value = parameters.get(name) ?? '';
    if (known === undefined) complain('unknown_parameter', `"${name}" is no parameter here`);
    else if (parameters.getAll(name).length > 1) complain('repeated_parameter', `"${name}" may be sent once`);
    else {
      const parsed = schemas[known].safeParse(value);
      if (parsed.success) read[known] = value;
      else complain('invalid_parameter', parsed.error.issues[0]?.message ?? 'Not valid');
    }
  }
  if (problems.length > 0) throw badQuery(problems);
  return read;
}

/** Returns the question of parameters that were read. */
export const questionOf = (
  read: Readonly<Partial<Record<'at' | 'pricelist' | 'location_id', string>>>,
): Question => ({
  at: read.at ?? null,
  pricelist: read.pricelist?.toLowerCase() ?? null,
  location_id: read.location_id?.toLowerCase() ?? null,
});

/**
 * Requires that the moment of a question can still be answered, once it was (retention/horizon.ts); now always can.
 *
 * @throws 400 `as_of_before_horizon`.
 */
export async function requireAnswerable(
  db: Database,
  caller: Caller,
  { plu }: Tables,
  question: Question,
  at: string,
): Promise<void> {
  if (plu && question.at !== null) await requireWithinHorizon(db, caller, plu, at, 'at');
}
