import { FilterChip } from '@/core/app/grid/filters/filter-chip';
import { ListSearch } from '@/core/app/grid/filters/list-search';
import type { ListState } from '@/core/app/grid/list-state';
import { RangeChip } from '@/core/app/grid/filters/range-chip';
import { usePageText, useTextOf } from '@/core/app/i18n/i18n';
import type { Screen } from '@/core/app/shell/screen';
import { useFormat } from '@/core/app/i18n/use-format';
import { Toolbar } from '@/core/ui/layout/page';
import { receiptTexts } from './receipt-texts';

/** Toolbar above the receipts: the search, the screen's filters, and the number of results. */
export function ReceiptFilters(props: {
  screen: Screen;
  state: ListState;
  total: number | undefined;
  onDown: () => void;
}) {
  const { screen, state, total, onDown } = props;
  const say = useTextOf('sales');
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const value = (name: string) => state.query.filters[name]?.[0] ?? '';
  return (
    <Toolbar
      search={
        <ListSearch
          q={state.query.q}
          onSearch={state.search}
          label={say('searchLabel')}
          placeholder={say('search')}
          onDown={onDown}
        />
      }
      filters={screen.filters.map((filter) => {
        const { name, range } = filter;
        if (!range)
          return (
            <FilterChip
              key={name}
              screen={screen}
              filter={filter}
              values={state.query.filters[name] ?? []}
              onChange={(values) => state.filter(name, values)}
            />
          );
        const some = (text: string) => (text === '' ? [] : [text]);
        return (
          <RangeChip
            key={name}
            label={say(name)}
            from={value(range.from)}
            until={value(range.until)}
            onChange={(from, until) =>
              state.filterBy({ [range.from]: some(from), [range.until]: some(until) })
            }
          />
        );
      })}
      count={
        total !== undefined && (
          <>
            <b>{format.count(total)}</b> {sayReceipt('count', { count: total })}
          </>
        )
      }
    />
  );
}
