import { isLosslessNumber, parse as parseLossless } from 'lossless-json';
import { pointerOf, type FieldProblem } from '@/core/contract/problem';

/** What JSON text may hold (design 1.3 and 5, Limits). */
export const jsonLimits = { depth: 32, digits: 40, exponent: 40 } as const;

// One pass over the text, before anything is parsed: strings are skipped whole, brackets are counted.
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{}]/gs;

/**
 * Looks through JSON text before it is parsed.
 *
 * @returns how deep it nests, and whether a number or a string in it may be one that cannot be kept;
 * `unkeepable` then says which and where.
 */
export function scanJson(text: string): { depth: number; suspicious: boolean } {
  let depth = 0;
  let deepest = 0;
  let suspicious = false;
  for (const [part] of text.matchAll(token)) {
    const first = part.charCodeAt(0);
    if (first === 0x7b || first === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (first === 0x7d || first === 0x5d) depth -= 1;
    else if (first === 0x22) suspicious ||= part.includes('\\u') && /\\u(?:0000|d[89a-f])/i.test(part);
    else suspicious ||= part.length > 16 || /[eE]/.test(part);
  }
  return { depth: deepest, suspicious };
}

/**
 * The values that PostgreSQL could not keep as they are: numbers of more than 40 significant digits or
 * with an exponent beyond ±40, NUL, lone surrogates (design 1.3). The numbers are read as text.
 */
export function unkeepable(text: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const visit = (value: unknown, path: readonly PropertyKey[]) => {
    if (isLosslessNumber(value)) problems.push(...numberProblems(value.value, path));
    else if (typeof value === 'string') problems.push(...textProblems(value, path));
    else if (Array.isArray(value)) value.forEach((item, index) => visit(item, [...path, index]));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        problems.push(...textProblems(key, [...path, key]));
        visit(item, [...path, key]);
      }
    }
  };
  visit(parseLossless(text), []);
  return problems;
}

function numberProblems(number: string, path: readonly PropertyKey[]): FieldProblem[] {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '').length;
  const problem = (code: string, detail: string, limit: number) => [
    { pointer: pointerOf(path), code, detail, limit },
  ];
  if (digits > jsonLimits.digits) {
    return problem('too_many_digits', `At most ${jsonLimits.digits} significant digits`, jsonLimits.digits);
  }
  if (Math.abs(Number(exponent)) > jsonLimits.exponent) {
    return problem('exponent_out_of_range', `An exponent from −40 to 40`, jsonLimits.exponent);
  }
  return [];
}

function textProblems(value: string, path: readonly PropertyKey[]): FieldProblem[] {
  if (value.includes('\0')) {
    return [{ pointer: pointerOf(path), code: 'not_text', detail: 'Text must not hold the character NUL' }];
  }
  if (!value.isWellFormed()) {
    return [
      {
        pointer: pointerOf(path),
        code: 'not_text',
        detail: 'Text must not hold half a character (a lone surrogate)',
      },
    ];
  }
  return [];
}
