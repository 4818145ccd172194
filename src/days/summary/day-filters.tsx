import { parseAsArrayOf, parseAsString } from 'nuqs';
import type { ReactNode } from 'react';
import { FilterChip } from '@/app/grid/filters/filter-chip';
import { RangeChip } from '@/app/grid/filters/range-chip';
import { firstOf } from '@/record/period';
import type { Screen } from '@/app/shell/screen';

/** Returns the parameters of an address that names days: of some locations, in a currency, by default the month so far. */
export const dayParameters = (today: string) => ({
  location_id: parseAsArrayOf(parseAsString).withDefault([]),
  currency: parseAsString.withDefault(''),
  from: parseAsString.withDefault(firstOf(today)).withOptions({ clearOnDefault: false }),
  to: parseAsString.withDefault(today).withOptions({ clearOnDefault: false }),
});

interface Days {
  readonly from: string;
  readonly to: string;
  readonly location_id: readonly string[];
}

/** Range of days and locations in a toolbar; what a page has besides stands between them. */
export function DayFilters(props: {
  screen: Screen;
  label: string;
  days: Days;
  set: (days: { from?: string | null; to?: string | null; location_id?: string[] | null }) => unknown;
  children?: ReactNode;
}) {
  const { screen, label, days, set, children } = props;
  const where = screen.filters.find((filter) => filter.name === 'location_id');
  return (
    <>
      <RangeChip
        label={label}
        from={days.from}
        until={days.to}
        fixed
        onChange={(first, last) => set({ from: first || null, to: last || null })}
      />
      {children}
      {where && (
        <FilterChip
          screen={screen}
          filter={where}
          values={days.location_id}
          onChange={(values) => set({ location_id: values.length > 0 ? [...values] : null })}
        />
      )}
    </>
  );
}
