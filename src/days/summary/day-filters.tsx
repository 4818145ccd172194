import { parseAsArrayOf, parseAsString } from 'nuqs';
import type { ReactNode } from 'react';
import { FilterChip } from '@/app/grid/filters/filter-chip';
import { RangeChip } from '@/app/grid/filters/range-chip';
import { FoldedFilters } from '@/app/grid/phone/folded-filters';
import { firstOf } from '@/record/period';
import type { Screen } from '@/app/shell/screen';
import { Toolbar } from '@/ui/layout/page';
import { usePhone } from '@/ui/layout/use-phone';

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

/**
 * Filters of a page that reads days: their range, what the page has besides, and locations. On a phone all but the range are
 * folded; `othersSet` is how many of the page's own are set.
 */
export function DayFilters(props: {
  screen: Screen;
  label: string;
  days: Days;
  set: (days: { from?: string | null; to?: string | null; location_id?: string[] | null }) => unknown;
  othersSet?: number;
  children?: ReactNode;
}) {
  const { screen, label, days, set, othersSet = 0, children } = props;
  const isPhone = usePhone();
  const where = screen.filters.find((filter) => filter.name === 'location_id');
  const range = (
    <RangeChip
      label={label}
      from={days.from}
      until={days.to}
      fixed
      onChange={(first, last) => set({ from: first || null, to: last || null })}
    />
  );
  const others = (
    <>
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
  if (isPhone)
    return (
      <FoldedFilters first={range} count={othersSet + (days.location_id.length > 0 ? 1 : 0)}>
        {others}
      </FoldedFilters>
    );
  return (
    <Toolbar
      filters={
        <>
          {range}
          {others}
        </>
      }
    />
  );
}
