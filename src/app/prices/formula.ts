import { Big } from 'big.js';
import { readNumber } from '../grid/sheet/reading/read-number';

/** What a formula begins with; `own` is the price that stands in the cell itself. */
export type Take =
  | { readonly kind: 'own' }
  | { readonly kind: 'base' }
  | { readonly kind: 'cost' }
  | { readonly kind: 'list'; readonly id: string; readonly name: string }
  | { readonly kind: 'price'; readonly price: string };

/**
 * A formula of prices. It is computed as `take × by / over + add`, in this order whatever the order it was written in, and
 * rounded once at the end.
 */
export interface Formula {
  readonly take: Take;
  /** Percentages and factors, as an exact fraction. */
  readonly by: Big;
  readonly over: Big;
  readonly add: Big;
}

/** Why a text is no formula. `at` is the place of the text that was not understood, in characters. */
export interface FormulaProblem {
  readonly rule:
    | 'empty'
    | 'unknown'
    | 'number'
    | 'ambiguous'
    | 'noList'
    | 'severalLists'
    | 'operator'
    | 'division';
  readonly at: number;
  /** The part that was not understood. */
  readonly part: string;
}

/** A formula, or why there is none. */
export type ReadFormula =
  | { readonly formula: Formula; readonly problem?: undefined }
  | { readonly formula?: undefined; readonly problem: FormulaProblem };

/** What reading a formula needs to know. */
export interface FormulaWords {
  /** The decimal sign of the user's language. */
  readonly separator: '.' | ',';
  /** The price lists that may be named. */
  readonly lists: readonly { readonly id: string; readonly name: string }[];
}

const words: Readonly<Record<string, 'own' | 'base' | 'cost'>> = {
  price: 'own',
  now: 'own',
  hinta: 'own',
  base: 'base',
  perushinta: 'base',
  cost: 'cost',
  ostohinta: 'cost',
  hankintahinta: 'cost',
};

/**
 * Reads a formula: `+5 %`, `-10%`, `+0.20`, `4.90`, `cost / (1 − 40 %)`, `base × 0.9`, `list "Summer" + 3 %`, `= base`.
 * Both decimal signs are read; a number that could be meant in two ways ("1,234") is refused. Words are English or
 * Finnish. Without a beginning it is about the price in the cell.
 */
export function readFormula(text: string, given: FormulaWords): ReadFormula {
  const reader = createReader(text, given);
  reader.take('=');
  if (reader.isAtEnd()) return { problem: { rule: 'empty', at: text.length, part: '' } };
  try {
    const take = readTake(reader);
    let [by, over, add] = [new Big(1), new Big(1), new Big(0)];
    while (!reader.isAtEnd()) {
      const operator = reader.operator();
      if (operator === '×' || operator === '/') {
        const from = reader.place();
        const factor = readFactor(reader);
        if (operator === '×') by = by.times(factor);
        else if (factor.eq(0)) return reader.fail('division', from);
        else over = over.times(factor);
      } else {
        const number = reader.number();
        const signed = operator === '-' ? number.times(-1) : number;
        if (reader.take('%')) by = by.times(signed.plus(100)).div(100);
        else add = add.plus(signed);
      }
    }
    return { formula: { take, by, over, add } };
  } catch (error) {
    if (error instanceof NotUnderstood) return { problem: error.problem };
    throw error;
  }
}

function readTake(reader: Reader): Take {
  if (reader.isOperator()) return { kind: 'own' };
  if (reader.isDigit()) return { kind: 'price', price: reader.number().toFixed() };
  const word = reader.word();
  if (word === 'list' || word === 'lista') return { kind: 'list', ...reader.list() };
  const kind = words[word];
  return kind ? { kind } : reader.fail('unknown');
}

/** Reads a number, a percentage, or a bracket such as "(1 − 40 %)". */
function readFactor(reader: Reader): Big {
  if (!reader.take('(')) {
    const number = reader.number();
    return reader.take('%') ? number.div(100) : number;
  }
  let sum = new Big(0);
  let sign = 1;
  do {
    const number = reader.number().times(sign);
    sum = sum.plus(reader.take('%') ? number.div(100) : number);
    if (reader.take(')')) return sum;
    const operator = reader.operator();
    if (operator !== '+' && operator !== '-') return reader.fail('operator');
    sign = operator === '-' ? -1 : 1;
  } while (!reader.isAtEnd());
  return reader.fail('operator');
}

class NotUnderstood extends Error {
  readonly problem: FormulaProblem;
  constructor(problem: FormulaProblem) {
    super(problem.rule);
    this.problem = problem;
  }
}

type Operator = '+' | '-' | '×' | '/';
const operators: Readonly<Record<string, Operator>> = {
  '+': '+',
  '-': '-',
  '\u2212': '-',
  '–': '-',
  '×': '×',
  '*': '×',
  x: '×',
  X: '×',
  '·': '×',
  '/': '/',
  '÷': '/',
  ':': '/',
};

type Reader = ReturnType<typeof createReader>;

function createReader(text: string, { separator, lists }: FormulaWords) {
  let at = 0;
  let began = 0;
  const skip = () => {
    while (/\s/.test(text[at] ?? '')) at += 1;
    began = at;
  };
  const fail = (rule: FormulaProblem['rule'], from = began): never => {
    throw new NotUnderstood({ rule, at: from, part: text.slice(from, Math.max(at, from + 1)) });
  };
  const matched = (pattern: RegExp): string => {
    skip();
    const [found = ''] = pattern.exec(text.slice(at)) ?? [];
    at += found.length;
    return found;
  };
  return {
    fail,
    /** The place of what is next. */
    place(): number {
      skip();
      return at;
    },
    isAtEnd() {
      skip();
      return at >= text.length;
    },
    isOperator() {
      skip();
      return operators[text[at] ?? ''] !== undefined && !/^x\p{L}/iu.test(text.slice(at));
    },
    isDigit() {
      skip();
      return /[\d.,]/.test(text[at] ?? '');
    },
    /** Passes a sign, if it is next. */
    take(sign: string): boolean {
      skip();
      if (!text.startsWith(sign, at)) return false;
      at += sign.length;
      return true;
    },
    operator(): Operator {
      skip();
      const operator = operators[text[at] ?? ''];
      if (!operator) {
        at = text.length;
        return fail('operator');
      }
      at += 1;
      return operator;
    },
    word(): string {
      return matched(/^\p{L}*/u).toLowerCase() || fail('unknown');
    },
    number(): Big {
      const found = matched(/^\d[\d.,'\u2019]*(?:[ \u00A0\u202F]\d{3}(?!\d))*(?:[.,]\d+)?|^[.,]\d+/);
      const read = readNumber(found, { separator });
      if (read.kind === 'number') return new Big(read.value);
      return fail(read.kind === 'ambiguous' ? 'ambiguous' : 'number');
    },
    /** Reads the name of a price list in quotes of any kind. */
    list(): { id: string; name: string } {
      const quoted = matched(/^(?:"[^"]*"|'[^']*'|[“”][^“”]*[“”]|»[^»«]*[»«])/);
      const name = quoted.slice(1, -1).trim();
      const found = lists.filter((list) => list.name.toLowerCase() === name.toLowerCase());
      const [only] = found;
      if (!only || name === '') return fail('noList');
      return found.length > 1 ? fail('severalLists') : only;
    },
  };
}
