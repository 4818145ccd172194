import { sumOf, textOf } from '../../report/amounts';
import type { GroupCompany, GroupFigures, GroupSummary } from '../schema';

/** A line of the table of one currency: a company with the sums of its locations, or one of its locations. */
export interface GroupRow {
  readonly key: string;
  readonly company: GroupCompany;
  /** Null for the company itself. */
  readonly location: { readonly id: string; readonly name: string } | null;
  readonly now: GroupFigures;
  readonly before: GroupFigures;
  readonly to_settle: number;
}

const added = (all: readonly GroupFigures[]): GroupFigures => {
  const sum = (name: 'gross' | 'net' | 'tax') => textOf(sumOf(all.map((figures) => figures[name])));
  return {
    receipts: all.reduce((total, { receipts }) => total + receipts, 0),
    gross: sum('gross'),
    net: sum('net'),
    tax: sum('tax'),
  };
};

/** Returns the lines of one currency: each company that has it, and under it its locations, if they are several. */
export function rowsOf({ companies }: GroupSummary, currency: string): GroupRow[] {
  return companies.flatMap((company) => {
    const locations = company.locations.filter((one) => one.currency === currency);
    if (locations.length === 0) return [];
    return [
      {
        key: company.acting_as,
        company,
        location: null,
        now: added(locations.map(({ now }) => now)),
        before: added(locations.map(({ before }) => before)),
        to_settle: locations.reduce((sum, { to_settle }) => sum + to_settle, 0),
      },
      ...locations.map(({ id, name, now, before, to_settle }) => ({
        key: `${company.acting_as} ${id}`,
        company,
        location: { id, name },
        now,
        before,
        to_settle,
      })),
    ];
  });
}
