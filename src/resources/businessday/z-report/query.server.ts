import { z } from 'zod';
import type { FieldProblem } from '@/core/contract/problem';
import { currency, guid } from '@/core/contract/values';
import { badQuery } from '@/core/server/http/problems';
import { languages, type Language } from './words.server';

/** The parameter `language` of a PDF, as the OpenAPI document has it. */
export const pdfLanguage = {
  name: 'language',
  in: 'query',
  description:
    'The language of the paper. Without it the first one of `Accept-Language` that is there, else English.',
  schema: { type: 'string', enum: [...languages] },
};

const schemas = {
  paper: z.enum(['a4', '80mm'], { error: 'Must be a4 or 80mm' }),
  language: z.enum(languages, { error: `Must be one of ${languages.join(', ')}` }),
  location_id: guid(),
  currency: currency(),
  month: z.string().regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'Must be a month, such as 2026-03' }),
} as const;
type Name = keyof typeof schemas;
type Read<N extends Name> = { [name in N]?: z.output<(typeof schemas)[name]> };

/**
 * Reads the parameters of a PDF. @throws 400 that names each that is unknown, repeated, not valid, or `needed` and not
 * there
 */
export function readPdfQuery<N extends Name>(
  parameters: URLSearchParams,
  names: readonly N[],
  needed: readonly N[] = [],
): Read<N> {
  const problems: FieldProblem[] = [];
  const read: Read<N> = {};
  for (const name of new Set([...parameters.keys(), ...needed])) {
    const complain = (code: string, detail: string) => problems.push({ pointer: `?${name}`, code, detail });
    const known = names.find((one) => one === name);
    const values = parameters.getAll(name);
    if (known === undefined) complain('unknown_parameter', `"${name}" is no parameter here`);
    else if (values.length > 1) complain('repeated_parameter', `"${name}" may be sent once`);
    else if (values.length === 0) complain('required', `"${name}" is needed`);
    else {
      const parsed = schemas[known].safeParse(values[0]);
      if (parsed.success) Object.assign(read, { [known]: parsed.data });
      else complain('invalid_parameter', parsed.error.issues[0]?.message ?? 'Not valid');
    }
  }
  if (problems.length > 0) throw badQuery(problems);
  return read;
}

/**
 * Returns the language of a PDF: the one that is asked for, else the first of `Accept-Language`, by its weights, that
 * is there, else English.
 */
export function languageOf(asked: Language | undefined, accepted: string | undefined): Language {
  if (asked !== undefined) return asked;
  const wanted = (accepted ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { tag } of wanted) {
    const known = languages.find((language) => language === tag);
    if (known) return known;
  }
  return 'en';
}
