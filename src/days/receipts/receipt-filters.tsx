import { FilterBar, lastStep } from '@/app/grid/filters/filter-bar';
import { useFilterItems } from '@/app/grid/filters/use-filter-items';
import { ListSearch } from '@/app/grid/filters/list-search';
import type { ListState } from '@/app/grid/list-state';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { Toolbar } from '@/ui/layout/page';
import { useFit } from '@/ui/layout/use-fit';
import { usePhone } from '@/ui/layout/use-phone';
import { receiptTexts } from './receipt-texts';
import { lazy } from '@/ui/state/lazy';

const PhoneTools = lazy(
  async () => ({ default: (await import('@/app/grid/phone/phone-tools')).PhoneTools }),
  (props) => <Toolbar search={props.search} />,
);

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
  const items = useFilterItems(screen, state);
  const shown = items.map(({ name, text }) => `${name}=${text}`).join(' ');
  const [line, step] = useFit(lastStep(items), `${shown} ${total}`);
  const isPhone = usePhone();
  const search = (
    <ListSearch
      q={state.query.q}
      onSearch={state.search}
      label={say('searchLabel')}
      placeholder={say('search')}
      onDown={onDown}
    />
  );
  const count = total !== undefined && (
    <>
      <b>{format.count(total)}</b> {sayReceipt('count', { count: total })}
    </>
  );
  if (isPhone) return <PhoneTools {...{ screen, state, search, count }} />;
  return (
    <Toolbar
      ref={line}
      isLine
      search={search}
      filters={<FilterBar items={items} step={step} onClear={state.clearFilters} />}
      count={count}
    />
  );
}
