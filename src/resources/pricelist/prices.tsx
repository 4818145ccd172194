import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useRecord } from '@/app/form/engine/record-context';
import { textOf, moneyText, toNumber } from '@/app/form/engine/number-text';
import { Section } from '@/app/form/section';
import { listPageQuery, recordLabelQuery } from '@/app/data/queries';
import type { RowQuery } from '@/app/data/row-source';
import { noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { fieldRight } from '@/app/session/field-rights';
import { mayWrite } from '@/app/session/session';
import { useErrorText } from '@/app/shell/error-text';
import { useApp, useReadableScreens } from '@/app/shell/app-context';
import { AddButton, Button, IconButton } from '@/ui/display/button';
import { ErrorState } from '@/ui/display/empty-state';
import { Icon } from '@/ui/display/icon';
import { SearchBox } from '@/ui/fields/search-box';
import { Link } from '@/ui/layout/link';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { useIsPrinting } from '@/ui/style/printing';
import { useSearch } from '@/app/form/fields/reference-input';
import { ReferenceField } from '@/ui/fields/choices/reference-field';
import { Fields } from '@/ui/layout/form-section';
import { afterPress } from '@/ui/state/after-press';
import { isNumber } from '@/record/json';
import { CellDecimal } from '@/ui/tables/cell';
import { plu } from '../plu/contract';
import { priceIn, usePriceWrites, type Product } from './price-writes';
import styles from './prices.module.css';

/**
 * Box for one price, which is saved when it is left or Enter is pressed. `stored` is the amount as on the wire: decimal
 * text, or a number.
 */
function PriceInput(props: {
  label: string;
  stored: string | number | null | undefined;
  focused: boolean;
  /** Why the last value was not saved. */
  problem: string | undefined;
  onSave: (text: string) => void;
}) {
  const { label, stored, focused, problem, onSave } = props;
  const say = useTextOf('pricelist');
  const { scale } = useFormat();
  const shown = moneyText(String(stored ?? ''), scale);
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed !== '' && !isNumber(toNumber(typed));
  const leave = () => {
    if (typed === null || isWrong) return;
    if (typed !== '' && moneyText(typed, scale) !== shown) onSave(moneyText(typed, scale));
    setTyped(null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key bubbles from the box
    <span
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          leave();
        } else if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          setTyped(null);
        }
      }}
    >
      <CellDecimal
        label={label}
        value={typed ?? shown}
        onChange={setTyped}
        onBlur={leave}
        changed={typed !== null}
        was={shown}
        error={isWrong ? say('prices.notDecimal') : problem}
        ref={focused ? focusOnce : undefined}
      />
    </span>
  );
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();

/** Select field for a product that gets a price on the list. `onDone` receives it, or null if none was chosen. */
function AddProduct({ list, onDone }: { list: string; onDone: (row: Product | null) => void }) {
  const say = useTextOf('pricelist');
  const { source } = useApp();
  const queries = useQueryClient();
  const search = useSearch(plu.name, (row) => ({
    label: typeof row['name'] === 'string' ? row['name'] : row.id,
    detail: typeof row['productid'] === 'string' ? row['productid'] : undefined,
  }));
  const read = async (id: string) =>
    (await queries.fetchQuery(recordLabelQuery(source, plu, id))) as unknown as Product | null;
  return (
    <Fields>
      <ReferenceField
        span={6}
        label={say('prices.which')}
        value={null}
        display=""
        clearable={false}
        // A parent company's product has its prices there.
        search={async (typed) => (await search(typed)).filter(({ locked }) => !locked)}
        onChange={(id) => {
          if (id === null) return onDone(null);
          read(id).then(
            (row) => onDone(row && !priceIn(row, list) ? row : null),
            () => onDone(null),
          );
        }}
        onBlur={() => afterPress(() => onDone(null))}
        ref={focusNow}
      />
    </Fields>
  );
}

const focusNow = (input: HTMLInputElement | null) => input?.focus();

/** The prices of a stored list, by product. Each is stored with its product, so it is saved when its cell is left. */
export function Prices() {
  const id = useRecord(({ base, isNew }) => (isNew ? '' : textOf(base['id'])));
  const screen = useReadableScreens().find(({ contract }) => contract.name === plu.name);
  const { me } = useApp().current;
  // The prices of a past moment stand in the past of the products.
  const isPast = new URLSearchParams(useLocation().search).has('as_of');
  const right = fieldRight(me, plu.name, 'data.prices');
  if (id === '' || !screen || isPast || right === 'none') return null;
  return <PriceTable list={id} path={screen.path} />;
}

function PriceTable({ list, path }: { list: string; path: string }) {
  const say = useTextOf('pricelist');
  const errorText = useErrorText();
  const { source, current } = useApp();
  const currency = textOf(useRecord((state) => state.current['currency']));
  const format = useFormat();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(0);
  const [added, setAdded] = useState<readonly Product[]>([]);
  const [adding, setAdding] = useState(false);
  const writes = usePriceWrites(list);
  const query: RowQuery = { q, sort: 'name', active: 'active', filters: { pricelist: [list] } };
  const read = useQuery({ ...listPageQuery(source, plu, query, page), placeholderData: keepPreviousData });
  const isPrinting = useIsPrinting();
  if (read.error)
    return (
      <Section id="prices">
        <ErrorState
          title={say('prices.notRead')}
          text={errorText(read.error)}
          retry={say('prices.again')}
          onRetry={() => void read.refetch()}
        />
      </Section>
    );
  const listed = (read.data?.rows ?? []) as unknown as readonly Product[];
  const total = read.data?.total ?? 0;
  const fresh = added.filter(({ id }) => !listed.some((row) => row.id === id));
  const rows = [...fresh, ...listed].map((row) => writes.latest(row));
  const mayChange =
    mayWrite(current.me, plu.access) && fieldRight(current.me, plu.name, 'data.prices') === 'change';
  const isOwn = (row: Product) => mayChange && (!current.me || row.company_id === current.me.company.id);
  const unit = format.of(currency).currency;
  const columns: SheetColumn<Product>[] = [
    {
      id: 'code',
      header: () => say('prices.code'),
      meta: { width: 84 },
      cell: ({ row: { original: row } }) => <span className="muted">{row.productid || noValue}</span>,
    },
    {
      id: 'name',
      header: () => say('prices.product'),
      cell: ({ row: { original: row } }) => (
        <Link href={`${path}/${encodeURIComponent(row.id)}`} className="link">
          {row.name}
        </Link>
      ),
    },
    {
      id: 'base',
      header: () => `${say('prices.base')} ${format.currency}`,
      meta: { width: 92, align: 'right' },
      cell: ({ row: { original: row } }) => <span className="muted">{format.money(row.base_price)}</span>,
    },
    {
      id: 'price',
      header: () => `${say('prices.price')} ${unit}`,
      meta: { width: 110, align: 'right', inset: true },
      cell: ({ row: { original: row } }) => {
        const price = priceIn(row, list);
        // A price of the kind "base price" is the product's own, which is set there.
        if (price?.type === 'baseprice') return format.money(row.base_price);
        if (isPrinting || !mayChange) return format.of(currency).money(price?.amount);
        if (!isOwn(row))
          return (
            <span className={styles.locked} title={say('prices.locked')}>
              <Icon as={Lock} size="xs" /> {format.money(price?.amount)}
            </span>
          );
        return (
          <MoneyIn currency={currency}>
            <PriceInput
              label={`${row.name}, ${say('prices.price')}`}
              stored={price?.amount}
              focused={fresh[0]?.id === row.id}
              problem={writes.problemOf(row.id)}
              onSave={(text) => void writes.save(row, text)}
            />
          </MoneyIn>
        );
      },
    },
    {
      id: 'remove',
      header: () => '',
      meta: { width: 32, align: 'right' },
      cell: ({ row: { original: row } }) =>
        isOwn(row) && (
          <IconButton
            icon={X}
            size="xs"
            label={say('prices.remove', { name: row.name })}
            onClick={() => {
              setAdded(added.filter(({ id }) => id !== row.id));
              if (priceIn(row, list)) void writes.remove(row);
            }}
          />
        ),
    },
  ];
  const first = page * pageLength + 1;
  return (
    <Section id="prices">
      <div className={styles.line}>
        <SearchBox
          value={q}
          onChange={(text) => {
            setQ(text);
            setPage(0);
          }}
          label={say('prices.search')}
          placeholder={say('prices.search')}
          slash={false}
        />
        <span className="muted">{say('prices.count', { count: total })}</span>
      </div>
      {rows.length > 0 && (
        <SheetTable
          edit
          label={say('section.prices')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          minWidth={480}
        />
      )}
      {rows.length === 0 && !read.isPending && (
        <p className="muted">{say(q ? 'prices.notFound' : 'prices.none')}</p>
      )}
      {total > pageLength && (
        <div className={styles.line}>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {say('prices.before')}
          </Button>
          <Button disabled={first - 1 + pageLength >= total} onClick={() => setPage(page + 1)}>
            {say('prices.after')}
          </Button>
          <span className="muted">
            {format.count(first)}–{format.count(Math.min(first + pageLength - 1, total))}
          </span>
        </div>
      )}
      {mayChange && !adding && (
        <div>
          <AddButton onClick={() => setAdding(true)}>{say('prices.add')}</AddButton>
        </div>
      )}
      {adding && (
        <AddProduct
          list={list}
          onDone={(row) => {
            setAdding(false);
            if (row && !added.some(({ id }) => id === row.id)) setAdded([row, ...added]);
          }}
        />
      )}
    </Section>
  );
}

/** The page size of `listPageQuery`. */
const pageLength = 100;
