import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import type { Screen } from '@/app/shell/screen';
import { MoreRows } from '@/ui/tables/more-rows';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { usePhone } from '@/ui/layout/use-phone';
import { useIsPrinting } from '@/ui/style/printing';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { useChangeText } from '../../report/percent-text';
import { ownSums, type SalesBy, type SalesHistory } from '../answer';
import { allOf, sortedRows, type ComparedRow, type SortKey } from './compared';
import { linkOf } from './row-links';
import { texts } from './texts';
import type { Question } from './use-question';
import styles from './history.module.css';

/** How many rows are shown at first. */
export const rowsAtOnce = 100;

/** What the sum of a row is called where it is no turnover. */
export const grossLabels: Partial<Record<SalesBy, string>> = {
  tender: 'amount',
  discount: 'discount',
  tip: 'tips',
};

/** Returns the text that heads the names of the rows. */
export const nameLabel = (by: SalesBy): string => `by.${by === 'tip' ? 'cashier' : by}`;

/** Whether the rows are products, which have a code. */
export const hasCodes = (by: SalesBy): boolean => by === 'product' || by === 'together';

/** The rows of a breakdown; each leads to what it is made of, each head sorts. */
export function RowsTable(props: {
  sales: SalesHistory;
  rows: readonly ComparedRow[];
  nameOf: (row: ComparedRow) => string;
  question: Question;
  screen: Screen;
}) {
  const { sales, rows, nameOf, question, screen } = props;
  const say = usePageText('sales/history', texts);
  const format = useFormat();
  const changeText = useChangeText();
  const { screens } = useApp();
  const isPhone = usePhone();
  const isPrinting = useIsPrinting();
  const [sort, setSort] = useState<{ key: SortKey; isDown: boolean } | null>(null);
  const [shown, setShown] = useState(rowsAtOnce);
  const { by, totals } = sales;
  const isOwn = ownSums.includes(by);
  const sorted = sort === null ? rows : sortedRows(rows, sort.key, sort.isDown, nameOf, format.locale);
  const visible = isPrinting ? sorted : sorted.slice(0, shown);

  const head =
    (key: SortKey, label: string, long = label) =>
    () => {
      const isSorted = sort?.key === key;
      return (
        <button
          type="button"
          className={styles.sort}
          data-prints
          aria-label={say('sortBy', { column: long })}
          onClick={() => setSort({ key, isDown: isSorted ? !sort.isDown : key !== 'name' })}
        >
          {isSorted && <Icon as={sort.isDown ? ArrowDown : ArrowUp} />}
          {label}
        </button>
      );
    };
  const column = (
    key: Exclude<SortKey, 'name' | 'change'>,
    label: string,
    width: number,
    text: (row: ComparedRow) => string,
    foot: string,
  ): SheetColumn<ComparedRow> => ({
    id: key,
    header: head(key, label),
    meta: {
      width,
      align: 'right',
      // Paper has less room.
      screenOnly: !isOwn && (key === 'discount' || key === 'average'),
      sorted: sort?.key === key ? (sort.isDown ? 'descending' : 'ascending') : undefined,
    },
    cell: ({ row: { original } }) =>
      key === 'gross' ? (
        <b className="ink">{text(original)}</b>
      ) : (
        <span className="muted">{text(original)}</span>
      ),
    footer: () => foot,
  });
  const money = (key: 'gross' | 'net' | 'tax' | 'discount' | 'average', label: string, width: number) =>
    column(
      key,
      `${label} ${format.currency}`,
      width,
      (row) => moneyOf(row[key]),
      isOwn ? '' : moneyOf(totals[key]),
    );
  const moneyOf = (value: string | null) => (value === null ? noValue : format.money(value));
  const grossLabel = say(grossLabels[by] ?? 'gross');
  // How many receipts there are is what is asked of amounts.
  const isByAmount = by === 'amount';
  const receipts = column(
    'receipts',
    say('receipts'),
    76,
    (row) => format.count(row.receipts),
    isOwn ? '' : format.count(totals.receipts),
  );
  const change: SheetColumn<ComparedRow> = {
    id: 'change',
    header: head('change', say('change'), say('changeLong')),
    meta: {
      width: 72,
      align: 'right',
      sorted: sort?.key === 'change' ? (sort.isDown ? 'descending' : 'ascending') : undefined,
    },
    cell: ({ row: { original } }) => <span className="muted">{changeText(original.change)}</span>,
    footer: () => '',
  };
  const ownColumns = () =>
    by === 'tender'
      ? [money('discount', say('refunded'), 104)]
      : by === 'tip'
        ? [money('average', say('average'), 88)]
        : [];
  const columns: SheetColumn<ComparedRow>[] = [
    ...(hasCodes(by) && !isPhone
      ? [
          {
            id: 'code',
            header: () => say('code'),
            meta: { width: 72 },
            cell: ({ row: { original } }: { row: { original: ComparedRow } }) => (
              <span className="muted tn">{original.productid ?? noValue}</span>
            ),
            footer: () => '',
          },
        ]
      : []),
    {
      id: 'name',
      header: head('name', say(nameLabel(by))),
      meta: { sorted: sort?.key === 'name' ? (sort.isDown ? 'descending' : 'ascending') : undefined },
      cell: ({ row: { original } }) => {
        const name = nameOf(original);
        const href = linkOf(original, { by, asked: question.asked, screens, screen });
        return href === null ? <span className="ink">{name}</span> : <Link href={href}>{name}</Link>;
      },
      footer: () => (by === 'together' ? '' : say('all')),
    },
    ...(isPhone && !isByAmount ? [] : [receipts]),
    ...(isPhone || by === 'tender' || by === 'tip'
      ? []
      : [
          column(
            'quantity',
            say('quantity'),
            80,
            (row) => (row.quantity === null ? noValue : format.decimal(row.quantity)),
            isOwn || totals.quantity === null ? '' : format.decimal(totals.quantity),
          ),
        ]),
    {
      ...money('gross', grossLabel, isPhone ? 96 : 104),
      footer: () => (by === 'together' ? '' : format.money(allOf(sales).toFixed())),
    },
    ...(isPhone && isByAmount ? [] : [change]),
    ...(isPhone
      ? []
      : [
          {
            id: 'share',
            header: () => say('share'),
            meta: { width: 64, align: 'right' as const },
            cell: ({ row: { original } }: { row: { original: ComparedRow } }) => (
              <span className="muted">
                {original.share === null ? '' : format.decimal(original.share, 1)}
              </span>
            ),
            footer: () => '',
          },
          ...(isOwn
            ? ownColumns()
            : [
                money('net', say('net'), 96),
                money('tax', say('tax'), 84),
                money('discount', say('discount'), 88),
                money('average', say('average'), 88),
              ]),
        ]),
  ];
  return (
    <section className={styles.block} aria-label={say(`by.${by}`)}>
      <SheetTable
        label={say(`by.${by}`)}
        rows={visible}
        rowKey={({ key }) => key}
        columns={by === 'together' ? columns.map(withoutFoot) : columns}
        minWidth={isPhone ? undefined : isOwn ? 560 : 1000}
      />
      {visible.length < rows.length && (
        <MoreRows
          className={styles.more}
          onMore={() => setShown(shown + 5 * rowsAtOnce)}
          note={say('shown', { shown: visible.length, count: rows.length })}
        >
          {say('showMore', { count: Math.min(5 * rowsAtOnce, rows.length - shown) })}
        </MoreRows>
      )}
    </section>
  );
}

/** What was sold together has no sum: a receipt counts for each product in it. */
const withoutFoot = ({ id, header, cell, meta }: SheetColumn<ComparedRow>): SheetColumn<ComparedRow> => ({
  id,
  header,
  cell,
  ...(meta && { meta }),
});
