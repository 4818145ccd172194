import { useMemo, useRef, type RefObject } from 'react';
import { ListSearch } from '@/app/grid/filters/list-search';
import { OptionList } from '@/app/grid/filters/option-list';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { Chip } from '@/ui/display/chip';
import { DecimalField } from '@/ui/fields/number-field';
import type { Receipt } from '../receipts/receipt';
import { wordOf } from '../receipts/receipt-paper';
import { ReceiptTable, type ReceiptTableHandle } from '../receipts/receipt-table';
import { receiptTexts } from '../receipts/receipt-texts';
import type { ReportState } from './data/report-state';
import { reportTexts } from './report-texts';
import styles from './report.module.css';

/** Section with the receipts of a day: search, filters and table. */
export function ReceiptsSection(props: {
  receipts: readonly Receipt[];
  /** The receipts that match the filters, in the order of the table. */
  shown: readonly Receipt[];
  faulty: ReadonlySet<string>;
  state: ReportState;
  scroller: RefObject<HTMLElement | null>;
  timeZone: string;
}) {
  const { receipts, shown, faulty, state, scroller, timeZone } = props;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const table = useRef<ReceiptTableHandle>(null);
  const close = () => {
    state.open(null);
    table.current?.focus();
  };
  return (
    <section className={styles.receipts} aria-label={say('receipts')} id="receipts">
      <div className={styles.tools}>
        <h2>{say('receipts')}</h2>
        <ListSearch
          q={state.filter.q}
          onSearch={(q) => state.narrow({ q })}
          label={say('searchLabel')}
          placeholder={say('search')}
          onDown={() => table.current?.focus()}
        />
        <Filters receipts={receipts} faulty={faulty} state={state} />
        <span className={styles.count} aria-live="polite">
          <b>{format.count(shown.length)}</b> {say('receiptCount', { count: shown.length })}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={say(receipts.length === 0 ? 'noReceipts' : 'nothingFound')}
          actions={receipts.length > 0 && <Button onClick={state.clear}>{say('clear')}</Button>}
        />
      ) : (
        <ReceiptTable
          ref={table}
          label={say('receipts')}
          receipts={shown}
          scroller={scroller}
          timeZoneOf={() => timeZone}
          faulty={faulty}
          openId={state.receipt}
          onOpen={(receipt) => state.open(receipt.id)}
          onClose={close}
          sort={state.sort}
          onSort={state.sortBy}
        />
      )}
    </section>
  );
}

function Filters(props: { receipts: readonly Receipt[]; faulty: ReadonlySet<string>; state: ReportState }) {
  const { receipts, faulty, state } = props;
  const { filter, narrow } = state;
  const say = usePageText('businessday/report', reportTexts);
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  // The options are the values that occur in the receipts.
  const options = useMemo(() => {
    const distinct = (values: Iterable<string>) => [...new Set(values)].filter(Boolean).toSorted();
    return {
      types: distinct(receipts.map((receipt) => receipt.type)),
      tenders: distinct(receipts.flatMap((receipt) => receipt.tenders.map((tender) => tender.name))),
      cashiers: distinct(receipts.map((receipt) => receipt.cashier)),
    };
  }, [receipts]);
  const word = (type: string) => wordOf(sayReceipt, 'type', type);
  return (
    <>
      <Choice
        label={say('filter.type')}
        all={options.types}
        chosen={filter.types}
        labelOf={word}
        onChange={(types) => narrow({ types })}
      />
      <Choice
        label={say('filter.tender')}
        all={options.tenders}
        chosen={filter.tenders}
        onChange={(tenders) => narrow({ tenders })}
      />
      <Choice
        label={say('filter.cashier')}
        all={options.cashiers}
        chosen={filter.cashiers}
        onChange={(cashiers) => narrow({ cashiers })}
      />
      <Amount state={state} />
      {(faulty.size > 0 || filter.faulty) && (
        <Chip
          label={say('filter.fault')}
          value={filter.faulty ? say('filter.faultOnly') : undefined}
          onClick={() => narrow({ faulty: !filter.faulty })}
          onRemove={filter.faulty ? () => narrow({ faulty: false }) : undefined}
        />
      )}
    </>
  );
}

function Choice(props: {
  label: string;
  all: readonly string[];
  chosen: readonly string[];
  labelOf?: (value: string) => string;
  onChange: (chosen: readonly string[]) => void;
}) {
  const { label, all, chosen, labelOf = (value) => value, onChange } = props;
  return (
    <Chip
      label={label}
      value={chosen.length > 0 ? chosen.map(labelOf).join(', ') : undefined}
      onRemove={chosen.length > 0 ? () => onChange([]) : undefined}
      menu={
        <OptionList
          label={label}
          options={all.map((value) => ({ value, label: labelOf(value) }))}
          selected={chosen}
          onToggle={(value, on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
      }
    />
  );
}

function Amount({ state }: { state: ReportState }) {
  const { filter, narrow } = state;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const { min, max } = filter;
  const range = `${min === '' ? '…' : format.money(min)} – ${max === '' ? '…' : format.money(max)}`;
  const isSet = min !== '' || max !== '';
  return (
    <Chip
      label={say('filter.amount')}
      value={isSet ? range : undefined}
      onRemove={isSet ? () => narrow({ min: '', max: '' }) : undefined}
      menu={
        <div className={styles.amounts}>
          <DecimalField
            label={say('filter.min')}
            unit={format.currency}
            value={min}
            onChange={(value) => narrow({ min: value })}
          />
          <DecimalField
            label={say('filter.max')}
            unit={format.currency}
            value={max}
            onChange={(value) => narrow({ max: value })}
          />
        </div>
      }
    />
  );
}
