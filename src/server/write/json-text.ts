import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';

/**
 * Limits of JSON text (docs/design.md#13-money-is-exact and 5, Limits). PostgreSQL writes numbers without an
 * exponent, so `places` limits the digits on each side of the point: what is accepted can be sent back.
 */
export const jsonLimits = { depth: 32, digits: 40, exponent: 40, places: 80 } as const;

const number = /-?\d[\d.eE+-]*/y;
const openings = '{[';
const closings = '}]';

/**
 * Returns where the string or number at `start` ends; for anything else, the next character. It reads each character
 * once.
 */
function tokenEnd(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') {
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) return at + 1;
      if (code === 0x5c) at += 1;
    }
    return text.length;
  }
  number.lastIndex = start;
  return number.test(text) ? number.lastIndex : start + 1;
}

/**
 * Scans text in one pass before it is parsed.
 *
 * @returns how deep it nests, and whether a number or a string in it may be impossible to store exactly;
 * `unstorableText` then says which and where.
 */
export function scanJson(text: string): { depth: number; suspicious: boolean } {
  let depth = 0;
  let deepest = 0;
  let suspicious = false;
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = tokenEnd(text, at);
    const first = text.charAt(at);
    if (openings.includes(first)) deepest = Math.max(deepest, (depth += 1));
    else if (closings.includes(first)) depth -= 1;
    else if (end - at > 1 && !suspicious) suspicious = isSuspicious(text.slice(at, end));
  }
  return { depth: deepest, suspicious };
}

/** Returns the texts of the elements of a JSON array, which is not empty. */
export function elementsOf(text: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = tokenEnd(text, at);
    const first = text.charAt(at);
    if (openings.includes(first)) depth += 1;
    else if (closings.includes(first)) depth -= 1;
    const ends = (first === ',' && depth === 1) || (first === ']' && depth === 0);
    if (ends) elements.push(text.slice(start, at));
    if (ends || (first === '[' && depth === 1)) start = end;
  }
  return elements;
}

const isSuspicious = (token: string): boolean =>
  token.startsWith('"') ? /\\u(?:0000|d[89a-f])/i.test(token) : token.length > 16 || /[eE]/.test(token);

/**
 * Returns a problem for each value that PostgreSQL could not store exactly: numbers of more than 40 significant
 * digits or with an exponent beyond ±40, NUL, lone surrogates (docs/design.md#13-money-is-exact). It reads the text
 * itself: a parsed copy has lost digits, and all but the last of a duplicate key.
 */
export function unstorableText(text: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const path: (string | number)[] = [];
  let isKey = false;
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = tokenEnd(text, at);
    const first = text.charAt(at);
    const last = path.length - 1;
    const step = path[last];
    if (first === '{') isKey = path.push('') > 0;
    else if (first === '[') path.push(0);
    else if (closings.includes(first)) path.pop();
    else if (first === ',' && typeof step === 'number') path[last] = step + 1;
    else if (first === ',') isKey = true;
    else if (first === '"') {
      const value = String(JSON.parse(text.slice(at, end)));
      if (isKey) path[last] = value;
      problems.push(...textProblems(value, path));
      isKey = false;
    } else if (/[-\d]/.test(first)) problems.push(...numberProblems(text.slice(at, end), path));
  }
  return problems;
}

function numberProblems(written: string, path: readonly PropertyKey[]): FieldProblem[] {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const power = Number(exponent);
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // Trailing zeros of an integer are only its magnitude, not significant digits.
  const isWhole = fraction === '' && power >= 0;
  const significant = isWhole ? digits.replace(/0+$/, '').length : digits.length;
  const { digits: most, exponent: limit, places } = jsonLimits;
  const pointer = pointerOf(path);
  if (significant > most) {
    return [{ pointer, code: 'too_many_digits', detail: `At most ${most} significant digits`, limit: most }];
  }
  if (Math.abs(power) > limit || whole.length + power > places || fraction.length - power > places) {
    return [
      { pointer, code: 'exponent_out_of_range', detail: `An exponent from −${limit} to ${limit}`, limit },
    ];
  }
  return [];
}

function textProblems(value: string, path: readonly PropertyKey[]): FieldProblem[] {
  const problem = (what: string) => [
    { pointer: pointerOf(path), code: 'not_text', detail: `Text must not hold ${what}` },
  ];
  if (value.includes('\0')) return problem('the character NUL');
  return value.isWellFormed() ? [] : problem('half a character (a lone surrogate)');
}
