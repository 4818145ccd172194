import type { RowQuery } from '../data/row-source';
import { useValueNames } from '../grid/filters/use-filter-items';
import { rangeText } from '../grid/filters/range-chip';
import { usePageText, useText, useTextOf } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { isSwitch, type Screen, type ScreenFilter } from '../shell/screen';
import { printTexts } from './print-texts';

/** Search, filters and moment of a list as text: "Department: Bakery". */
export function FiltersInWords({ screen, query }: { screen: Screen; query: RowQuery }) {
  const say = usePageText('print', printTexts);
  const format = useFormat();
  return (
    <>
      {query.asOf !== undefined && <span>{`${say('asOf')}: ${format.momentLong(query.asOf)}`}</span>}
      {query.q !== '' && <span>{`${say('search')}: ${query.q}`}</span>}
      {screen.filters.map((filter) => (
        <FilterInWords key={filter.name} screen={screen} filter={filter} query={query} />
      ))}
      {query.active !== 'active' && <span>{say(query.active)}</span>}
    </>
  );
}

function FilterInWords(props: { screen: Screen; filter: ScreenFilter; query: RowQuery }) {
  const { screen, filter, query } = props;
  const say = useText();
  const sayOf = useTextOf(screen.contract.name);
  const format = useFormat();
  const names = useValueNames(screen, query.filters)(filter);
  const label = filter.label ?? sayOf(filter.name);
  const { range } = filter;
  const [from = '', until = ''] = range
    ? [query.filters[range.from]?.[0], query.filters[range.until]?.[0]]
    : [];
  if (from !== '' || until !== '') return <span>{`${label}: ${rangeText(from, until, format, say)}`}</span>;
  // A filter with one value is only set or not.
  return names.length > 0 && <span>{isSwitch(filter) ? label : `${label}: ${names.join(', ')}`}</span>;
}
