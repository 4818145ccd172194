import { useFieldRights } from '@/app/form/engine/field-rights';
import { useEffect, useState } from 'react';
import { useApp } from '@/app/shell/app-context';
import { useFieldGroup } from '@/app/form/engine/use-record-field';
import { AmountCell, SelectCell } from '@/app/form/fields/cells';
import { useRemoveColumn } from '@/app/form/fields/remove-column';
import { useRecordContext, useRecordValue, useRecord } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { useRecordLabels, useSearch } from '@/app/form/fields/reference-input';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { isObject, valueAt, sameValue } from '@/record/json';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { scheduleText } from '@/app/i18n/schedule-text';
import type { Entity } from '@/contract/resource';
import { Banner } from '@/ui/display/banner';
import { AddButton } from '@/ui/display/button';
import { LowValue, Tag } from '@/ui/display/badge';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { pointerOf } from '@/contract/pointer';
import { controlAt, focusField } from '@/app/form/engine/focus';
import { afterPress } from '@/ui/state/after-press';
import { Fields } from '@/ui/layout/form-section';
import { ReferenceField } from '@/ui/fields/choices/reference-field';
import { pricelist } from '../../pricelist/contract';
import { priceTypes } from '../contract';
import { ListPriceReductions } from '../lowest-price/reduction-lines';
import { lowMargin } from './margin';
import { PriceBlock } from './price-block';
import { currencyOf, isBasePrice, usePriceFigures, type PriceRow } from './price-figures';
import styles from './plu.module.css';
import { CellPlain } from '@/ui/tables/cell';

const basePriceAt: readonly string[] = ['base_price'];

/** The base price in its row of the price table, as typed in its field; "–" while that is no number. */
function BasePrice() {
  const format = useFormat();
  const form = useRecordContext();
  const price = useRecordValue(basePriceAt);
  const right = useFieldRights()(basePriceAt);
  const changed = useRecord(({ base, isNew }) => !isNew && !sameValue(valueAt(base, basePriceAt), price));
  const formatted = format.money(price);
  if (form.readOnly || right !== 'change') return formatted;
  return (
    <CellPlain right changed={changed}>
      {formatted}
    </CellPlain>
  );
}

/** The amount is what is left to type; the row's first cells are its list and its kind. */
const focusAmount = (id: string) => setTimeout(() => focusField(pointerOf(['data', 'prices', id, 'amount'])));

/** Select field for a price list on which the product has no price yet. */
function AddPrice({ usedLists, onDone }: { usedLists: readonly string[]; onDone: () => void }) {
  const say = useTextOf('plu');
  const form = useRecordContext();
  const search = useSearch('pricelist');
  return (
    <Fields>
      <ReferenceField
        span={6}
        label={say('price.which')}
        value={null}
        display=""
        clearable={false}
        search={async (typed) => (await search(typed)).filter(({ id }) => !usedLists.includes(id))}
        onChange={(id) => {
          onDone();
          if (id === null) return;
          form.set(['data', 'prices', id], { type: 'price', amount: '' });
          focusAmount(id);
        }}
        onBlur={() => afterPress(onDone)}
        ref={focusNow}
      />
    </Fields>
  );
}

const focusNow = (input: HTMLInputElement | null) => input?.focus();

const at: readonly string[] = ['data', 'prices'];

/** Alt P leads to the base price, with its value selected, or to the heading of the section where nothing can be typed. */
function usePriceKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { code, altKey, ctrlKey, metaKey, shiftKey, target } = event;
      // By its place: with Alt it types another letter on some keyboards.
      if (code !== 'KeyP' || !altKey || ctrlKey || metaKey || shiftKey) return;
      if (target instanceof Element && target.closest('[role=dialog], dialog')) return;
      event.preventDefault();
      const pointer = pointerOf(basePriceAt);
      const control = controlAt(pointer);
      focusField(pointer);
      if (control instanceof HTMLInputElement) control.select();
      else document.getElementById('prices-title')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** The base price, and the table of prices, one row per price list, with net price and margin. */
export function Prices() {
  usePriceKey();
  const say = useTextOf('plu');
  const format = useFormat();
  const form = useRecordContext();
  const rightOf = useFieldRights();
  const right = rightOf(at);
  const hasMargin = rightOf('margin') !== 'none';
  // Its text says that the margin follows from the price.
  const follows = !form.readOnly && hasMargin && rightOf(basePriceAt) === 'change';
  const isFixed = form.readOnly || right === 'read';
  const { me } = useApp().current;
  const prices = useRecordValue(at);
  const ids = isObject(prices) ? Object.keys(prices) : [];
  const lists = useRecordLabels(pricelist, ids);
  const nameOf = (id: string) => (lists.has(id) ? (lists.get(id)?.name ?? id) : '…');
  const problem = useFieldGroup({
    path: at,
    label: say('data.prices'),
    kind: 'choice',
    show: (value) => (isObject(value) ? Object.keys(value).map(nameOf).join(', ') : textOf(value)),
    nameOf: ([id = '', ...rest]) => [nameOf(id), ...rest].join(' / '),
  });
  const figuresOf = usePriceFigures();
  const codeOf = (row: PriceRow) => format.of(currencyOf(row)).code;
  const [adding, setAdding] = useState(false);
  const rows = ids
    .map((id): PriceRow => ({ id, list: lists.get(id) ?? undefined, price: valueAt(prices, [id]) }))
    .sort((a, b) => rank(a) - rank(b) || nameOf(a.id).localeCompare(nameOf(b.id)));
  // If the price lists have several currencies, each row shows its own; otherwise the column headers show the currency.
  const codes = [...new Set(rows.map(codeOf))];
  const isOne = codes.length <= 1;
  const headOf = (head: string) => (isOne ? `${head} ${format.of(codes[0]).currency}` : head);
  const pathOf = (row: PriceRow, field: string) => [...at, row.id, field];
  const whenOf = ({ type, data }: Entity<typeof pricelist>) =>
    scheduleText({ ...data }, format, (key, values) => say(`when.${key}`, values)) ||
    say(type === 'customer' ? 'when.customers' : 'when.always');
  const types = priceTypes.map((value) => ({ value, label: say(`price.type=${value}`) }));

  const removeColumn = useRemoveColumn<PriceRow>(
    ({ id }) => nameOf(id),
    ({ id }) => form.set([...at, id], undefined),
  );

  const all: SheetColumn<PriceRow>[] = [
    {
      id: 'list',
      header: () => say('price.list'),
      cell: ({
        row: {
          original: { id, list, price },
        },
      }) => (
        <span className={styles.line}>
          <span className="ink cut" title={nameOf(id)}>
            {nameOf(id)}
          </span>
          {!isOne && <Tag>{codeOf({ id, list, price })}</Tag>}
          {me && list && list.company_id !== me.company.id && (
            <Tag kind="group" title={me.company.parent?.name}>
              {say('price.group')}
            </Tag>
          )}
        </span>
      ),
    },
    {
      id: 'when',
      header: () => say('price.when'),
      meta: { width: 120 },
      cell: ({
        row: {
          original: { list },
        },
      }) => (
        <span className="muted" title={list && whenOf(list)}>
          {list && whenOf(list)}
        </span>
      ),
    },
    {
      id: 'type',
      header: () => say('price.type'),
      meta: { width: isFixed ? 92 : 118 },
      cell: ({ row: { original: row } }) => (
        <SelectCell
          path={pathOf(row, 'type')}
          label={`${nameOf(row.id)}, ${say('price.type')}`}
          options={types}
          open
        />
      ),
    },
    {
      id: 'amount',
      header: () => headOf(say('price.amount')),
      meta: { width: 92, align: 'right', inset: !isFixed },
      cell: ({ row: { original: row } }) =>
        isBasePrice(row.price) ? (
          <BasePrice />
        ) : (
          <MoneyIn currency={currencyOf(row) ?? ''}>
            <AmountCell
              money
              path={pathOf(row, 'amount')}
              label={`${nameOf(row.id)}, ${say('price.amount')}`}
            />
          </MoneyIn>
        ),
    },
    {
      id: 'net',
      header: () => headOf(say('price.net')),
      meta: { width: 60, align: 'right' },
      cell: ({ row: { original: row } }) => <span className="muted">{figuresOf(row).net}</span>,
    },
    {
      id: 'profit',
      header: () => headOf(say('margin')),
      meta: { width: 72, align: 'right' },
      cell: ({ row: { original: row } }) => figuresOf(row).profit,
    },
    {
      id: 'margin',
      header: () => `${say('margin')} %`,
      meta: { width: 80, align: 'right' },
      cell: ({ row: { original: row } }) => {
        const { margin, low } = figuresOf(row);
        return low ? <LowValue title={say('marginLow', { percent: lowMargin })}>{margin}</LowValue> : margin;
      },
    },
    ...(isFixed ? [] : removeColumn),
  ];
  const columns = all.filter(({ id }) => hasMargin || (id !== 'profit' && id !== 'margin'));
  return (
    <Section id="prices" {...(!follows && { text: '' })}>
      <PriceBlock />
      {problem && <Banner kind="danger">{problem}</Banner>}
      {right !== 'none' && (
        <div className={styles.list}>
          {rows.length > 0 && (
            <SheetTable
              edit
              label={say('data.prices')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
              minWidth={620}
            />
          )}
          <ListPriceReductions nameOf={nameOf} />
          {rows.length === 0 && <p className="muted">{say('price.none')}</p>}
          {!isFixed && !adding && <AddButton onClick={() => setAdding(true)}>{say('price.add')}</AddButton>}
        </div>
      )}
      {adding && <AddPrice usedLists={ids} onDone={() => setAdding(false)} />}
    </Section>
  );
}

const rank = ({ list }: PriceRow): number => (list?.type === 'base' ? 0 : 1);
