/** Names for a list in a sentence: up to three names, or the first two and the count of the others. */
export interface Names {
  readonly listed: readonly string[];
  readonly more: number;
}
/** The phrases of the sentence in one language; '' is left out. `value` and amounts are already formatted. */
export interface Phrases {
  takes(given: {
    type: 'percent' | 'amount' | 'fixed_price';
    value: string;
    receipt: boolean;
    departments: Names;
    products: Names;
  }): string;
  /** Weekdays as ranges, from 1 (Monday) to 7 (Sunday), with their long and short names. */
  days(
    runs: readonly (readonly [number, number])[],
    long: readonly string[],
    short: readonly string[],
  ): string;
  hours(from: string, until: string): string;
  dates(from: string, until: string): string;
  locations(names: Names): string;
  customers(names: Names, groups: Names): string;
  least(qty: string, total: string): string;
  most(sum: string): string;
  trigger(trigger: string, code: string): string;
  duties(approval: boolean, reason: boolean): string;
  stackable(stackable: boolean): string;
}
