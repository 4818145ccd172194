/** Names as a sentence lists them: at most three, or two and how many more. */

export interface Names {
  readonly shown: readonly string[];
  readonly more: number;
}
/** The parts of the sentence in a language; '' says nothing. `value` and sums are written out already. */
export interface Phrases {
  takes(given: {
    type: 'percent' | 'amount' | 'fixed_price';
    value: string;
    receipt: boolean;
    departments: Names;
    products: Names;
  }): string;
  /** Days as runs from 1 Monday to 7 Sunday, with their long and short names. */
  days(
    runs: readonly (readonly [number, number])[],
    long: readonly string[],
    short: readonly string[],
  ): string;
  hours(from: string, until: string): string;
  dates(from: string, until: string): string;
  locations(names: Names): string;
  customers(names: Names): string;
  least(qty: string, total: string): string;
  most(sum: string): string;
  trigger(trigger: string, code: string): string;
  duties(approval: boolean, reason: boolean): string;
  stackable(stackable: boolean): string;
}
