import { useRecordLabel, useApp } from '@/app/shell/app-context';
import { localDayAndTime } from '@/app/i18n/clock';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Link } from '@/ui/layout/link';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { location } from '../../location/contract';
import { pricelist } from '../../pricelist/contract';
import type { LowestPriceSheet, SheetItem, SheetEvent } from './answer';
import { percentText, useReductionWords } from './reduction-words';
import { texts } from './texts';
import styles from './lowest-price.module.css';

/** The sheet as it is read and printed: what it is about, and a line for each product. */
export function SheetOfPrices(props: {
  pages: readonly LowestPriceSheet[];
  /** Whether it has products whose price fell and is no reduction. */
  isAll: boolean;
  /** The address of the list of products. */
  path: string;
}) {
  const { pages, isAll, path } = props;
  const say = usePageText('plu/lowest-price', texts);
  const format = useFormat();
  const { me } = useApp().current;
  const words = useReductionWords();
  const [first] = pages;
  const list = useRecordLabel(pricelist, first?.pricelist_id ?? null);
  const place = useRecordLabel(location, first?.location_id ?? null);
  if (!first) return null;
  const { totals, currency } = first;
  const rows = pages.flatMap(({ items }) => items);
  const total = totals.reduced + (isAll ? totals.not_reduced : 0);
  // On paper for years, so never "today"; and by the clock of the shop, whose days are counted.
  const moment = (at: string | null) => {
    if (at === null) return '';
    const { day, time } = localDayAndTime(at, first.timezone);
    return `${format.day(day)} ${time}`;
  };
  const columns: SheetColumn<SheetItem>[] = [
    {
      id: 'product',
      header: () => say('product'),
      cell: ({ row: { original: item } }) => (
        <>
          <Link href={`${path}/${item.plu_id}`} className={styles.name}>
            {[item.productid, item.name].filter(Boolean).join(' ')}
          </Link>
          {!item.reduced && <span className={styles.fell}>{words(item, currency)}</span>}
          {item.reduced && !item.tax_included && <span className={styles.fell}>{say('withoutTax')}</span>}
        </>
      ),
    },
    {
      id: 'price',
      header: () => `${say('price')} ${format.currency}`,
      meta: { width: 72, align: 'right' },
      cell: ({ row: { original: item } }) => <b>{format.money(item.price)}</b>,
    },
    {
      id: 'since',
      header: () => say('since'),
      meta: { width: 124 },
      cell: ({ row: { original: item } }) => moment(item.reduced_since ?? item.fallen_since),
    },
    {
      id: 'lowest',
      header: () => `${say('lowestPrice')} ${format.currency}`,
      meta: { width: 84, align: 'right' },
      cell: ({ row: { original: item } }) => format.money(item.lowest?.amount),
    },
    {
      id: 'percent',
      header: () => say('percent'),
      meta: { width: 80, align: 'right' },
      cell: ({ row: { original: item } }) =>
        item.percent === null ? '–' : percentText(item.percent, format.decimal),
    },
    {
      id: 'event',
      header: () => say('setBy'),
      meta: { width: 236 },
      cell: ({ row: { original: item } }) => (
        <EventWords event={item.event} isOwned={isOwned(item)} moment={moment} />
      ),
    },
    {
      id: 'lowestEvent',
      header: () => say('lowestBy'),
      meta: { width: 236 },
      cell: ({ row: { original: item } }) => (
        <EventWords event={item.lowest_event} isOwned={isOwned(item)} moment={moment} />
      ),
    },
  ];
  const isOwned = (item: SheetItem) => me !== null && item.company_id !== me.company.id;
  const about = [
    list?.name ?? say('base'),
    place?.name ?? say('everywhere'),
    say('asOf', { moment: moment(first.at) }),
    say('zone', { zone: first.timezone }),
    say('count', { count: totals.reduced }),
    ...(isAll ? [say('others', { count: totals.not_reduced })] : []),
    ...(rows.length < total ? [say('shown', { shown: rows.length, count: total })] : []),
  ];
  return (
    <>
      <style>{'@page { size: A4 landscape; }'}</style>
      <p>
        {say('about')} {say('within', { count: first.days })}
      </p>
      <p className={styles.about}>
        {about.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      {rows.length > 0 && (
        <SheetTable
          label={say('title')}
          columns={columns}
          rows={rows}
          rowKey={({ plu_id }) => plu_id}
          minWidth={1060}
        />
      )}
    </>
  );
}

/**
 * Who set a price, and when or by which change set, with a link to it. `isOwned`: it is a parent's product, whose events
 * are the parent's.
 */
function EventWords(props: { event: SheetEvent | null; isOwned: boolean; moment: (at: string) => string }) {
  const { event, isOwned, moment } = props;
  const say = usePageText('plu/lowest-price', texts);
  if (event === null) return isOwned ? say('parent') : '';
  const { id, at, who, changeset } = event;
  return (
    <span className={styles.events}>
      <Link href={`/audit?event=${id}`}>{moment(at)}</Link> <span className="muted">{who}</span>
      {changeset && (
        <>
          {' · '}
          <Link href={`/changes/${changeset.id}`}>{changeset.name}</Link>
          {changeset.line !== null && (
            <span className="muted">, {say('line', { line: changeset.line })}</span>
          )}
        </>
      )}
    </span>
  );
}
