import { readNumber } from '../grid/sheet/reading/read-number';
import { readFormula, type Formula, type FormulaProblem, type FormulaWords } from './formula';
import type { Ending } from './price';
import { Big } from 'big.js';

/** What one line of the formula bar says: a formula, the least margin, and what prices end with. */
export interface Pricing {
  readonly formula: Formula;
  /** Least margin in percent of the net price; null for none. */
  readonly floor: string | null;
  readonly ending: Ending | null;
}

/** Why a line is not understood; `at` is the place in the whole line, in characters. */
export type PricingProblem = Omit<FormulaProblem, 'rule'> & {
  readonly rule: FormulaProblem['rule'] | 'ending' | 'floor' | 'clause' | 'twice';
};

/** What a line says, or why it is not understood. */
export type ReadPricing =
  | { readonly pricing: Pricing; readonly problem?: undefined }
  | { readonly pricing?: undefined; readonly problem: PricingProblem };

/** A part of a line, and where it begins. */
interface Clause {
  readonly kind: 'formula' | 'floor' | 'ending';
  readonly text: string;
  readonly at: number;
}

const begins = {
  ending: /^(?:ends?(?:ing)?(?:\s+(?:in|with))?|päättyy|loppu)(?=[\s.,\d]|$)\s*/iu,
  floor:
    /^(?:floor|margin(?:\s+(?:at\s+least|floor))?|at\s+least|kate(?:\s+vähintään)?|vähintään)(?=[\s.,\d]|$)\s*/iu,
} as const;

/** The price of the cell as it is: what a line is about that says only what prices end with. */
const unchanged: Formula = { take: { kind: 'own' }, by: new Big(1), over: new Big(1), add: new Big(0) };

/**
 * Reads a line of the formula bar: a formula, then "end .90" (up, down, nearest) and "margin at least 25 %" after
 * commas or semicolons, in any order; English or Finnish. Without a formula it is about the prices as they are.
 */
export function readPricing(text: string, words: FormulaWords): ReadPricing {
  const clauses = clausesOf(text);
  const twice = clauses.find(({ kind }, n) => clauses.findIndex((one) => one.kind === kind) !== n);
  if (twice) return { problem: problemOf(twice.kind === 'formula' ? 'clause' : 'twice', twice) };
  const of = (kind: Clause['kind']) => clauses.find((clause) => clause.kind === kind);
  const [formula, floor, ending] = [of('formula'), of('floor'), of('ending')];
  if (!formula && !floor && !ending) return { problem: { rule: 'empty', at: text.length, part: '' } };
  const read = formula ? readFormula(formula.text, words) : { formula: unchanged };
  if (read.problem) return { problem: { ...read.problem, at: read.problem.at + (formula?.at ?? 0) } };
  const least = floor ? readFloor(floor.text, words) : null;
  if (floor && least === null) return { problem: problemOf('floor', floor) };
  const end = ending ? readEnding(ending.text) : null;
  if (ending && !end) return { problem: problemOf('ending', ending) };
  return { pricing: { formula: read.formula, floor: least, ending: end } };
}

/** Returns the line with another floor or ending, which comes last; null takes it out. */
export function withClause(text: string, kind: 'floor' | 'ending', clause: string | null): string {
  const others = clausesOf(text).filter((one) => one.kind !== kind);
  return [...others.map((one) => one.text), ...(clause === null ? [] : [clause])].join(', ');
}

const problemOf = (rule: PricingProblem['rule'], { at, text }: Clause): PricingProblem => ({
  rule,
  at,
  part: text,
});

/** Splits a line where a comma or semicolon is followed by a word: a comma before a digit is a decimal sign. */
function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  const cut = /"[^"]*"|'[^']*'|[“”][^“”]*[“”]|»[^»«]*[»«]|[,;]\s*(?=\p{L})|;/gu;
  let from = 0;
  const take = (until: number) => {
    const whole = text.slice(from, until);
    const trimmed = whole.trim();
    if (trimmed === '') return;
    const kind = begins.ending.test(trimmed) ? 'ending' : begins.floor.test(trimmed) ? 'floor' : 'formula';
    clauses.push({ kind, text: trimmed, at: from + whole.indexOf(trimmed) });
  };
  for (const found of text.matchAll(cut)) {
    if (!/^[,;]/.test(found[0])) continue;
    take(found.index);
    from = found.index + found[0].length;
  }
  take(text.length);
  return clauses;
}

function readFloor(text: string, { separator }: FormulaWords): string | null {
  const [, number = ''] = /^([\d.,]+)\s*%$/.exec(text.replace(begins.floor, '')) ?? [];
  const read = readNumber(number, { separator });
  return read.kind === 'number' && new Big(read.value).lt(100) ? read.value : null;
}

const ways: Readonly<Record<string, Ending['way']>> = {
  up: 'up',
  ylös: 'up',
  down: 'down',
  alas: 'down',
  nearest: 'nearest',
  lähin: 'nearest',
  lähimpään: 'nearest',
};

const steps: Readonly<Record<string, Ending['to']>> = {
  '5': '0.05',
  '10': '0.10',
  '0.05': '0.05',
  '.05': '0.05',
  '0.10': '0.10',
  '.10': '0.10',
};

function readEnding(text: string): Ending | null {
  const [, to = '', unit = '', word = ''] =
    /^(\d*[.,]?\d+)\s*(cents?|c|snt|senttiä)?\s*(\p{L}*)$/iu.exec(text.replace(begins.ending, '')) ?? [];
  const way = word === '' ? 'nearest' : ways[word.toLowerCase()];
  const digits = to.replace(',', '.');
  const fits = /^(?:0?\.)?(90|95|99|00)$/.exec(digits);
  if (!way) return null;
  if (fits && unit === '') return { to: `.${fits[1]}` as Ending['to'], way };
  const isCents = /^(?:5|10)$/.test(digits);
  const step = isCents === (unit !== '') ? steps[digits] : undefined;
  return step ? { to: step, way } : null;
}
