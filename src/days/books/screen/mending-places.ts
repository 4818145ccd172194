import type { BooksAnswer } from '../schema';

/** Where the days of a file can be chosen otherwise, and where those of some locations are numbered; null where that is this page. */
export interface MendingPlaces {
  readonly choice: string | null;
  readonly numbering: (locations: readonly string[]) => string | null;
}

const vouchers = (parameters: Readonly<Record<string, string>>): string =>
  `/business-days/vouchers?${new URLSearchParams(parameters).toString()}`;

/** Returns the places for some days, which are parameters of the service. The page of vouchers says `by` itself. */
export function mendingPlaces(
  days: Readonly<Record<string, string>>,
  answer: BooksAnswer | undefined,
): MendingPlaces {
  const isHere = days['by'] !== undefined;
  return {
    choice: days['from'] === undefined || isHere ? null : vouchers({ ...days, by: 'all' }),
    numbering: (locations) =>
      isHere || !answer?.from || !answer.to
        ? null
        : vouchers({ from: answer.from, to: answer.to, location_id: locations.join(',') }),
  };
}
