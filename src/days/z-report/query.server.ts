import { z } from 'zod';
import { languages, type Language } from './words.server';

/** The parameter `language` of a PDF. */
export const pdfLanguage = {
  read: z.enum(languages).optional(),
  rule: `Must be one of ${languages.join(', ')}`,
  schema: { type: 'string', enum: [...languages] },
  description:
    'The language of the paper. Without it the first one of `Accept-Language` that is there, else English.',
};

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
