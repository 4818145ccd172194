import { useState } from 'react';
import { useApp } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { hrefOf } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { cx } from '@/ui/style/cx';
import { useIsPrinting } from '@/ui/style/printing';
import { Link } from '@/ui/layout/link';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { big } from '../amounts';
import type { Totals } from '../schema/totals';
import { moneyColumn } from './columns';
import { AskButton } from '../questions/ask-button';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

const codeColumn = (label: string): SheetColumn<Totals['by_plu'][number]> => ({
  id: 'code',
  header: () => label,
  meta: { width: 110 },
  cell: ({
    row: {
      original: { productid },
    },
  }) => <span className="muted tn">{productid ?? '–'}</span>,
});

/** The number of products shown until the button shows more. */
const fewProducts = 12;
/** The most that are shown or printed, six sheets: a month of a chain has tens of thousands. */
const mostProducts = 300;

/** Table of sales by product: the first few, and a button that shows more. */
export function Products({ rows }: { rows: Totals['by_plu'] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const { plu } = useApp().screens;
  const [more, setMore] = useState(false);
  const isPhone = usePhone();
  const isPrinting = useIsPrinting();
  const most = rows.slice(0, mostProducts);
  const shown = more || isPrinting ? most : rows.slice(0, fewProducts);
  const left = rows.length - most.length;
  if (rows.length === 0) return null;
  return (
    <section className={cx(styles.block, styles.products)}>
      <h2>
        {say('products')}
        <AskButton subject="figure.by_plu" what={say('products')} />
      </h2>
      <SheetTable
        label={say('products')}
        rows={shown}
        rowKey={(row, index) => `${row.plu_id}-${index}`}
        columns={[
          // On a phone the name needs its room.
          ...(isPhone ? [] : [codeColumn(say('code'))]),
          {
            id: 'name',
            header: () => say('product'),
            cell({
              row: {
                original: { plu_id, name },
              },
            }) {
              const href = plu && plu_id !== null ? hrefOf(plu, plu_id) : null;
              const text = name ?? say('noName');
              return href === null ? text : <Link href={href}>{text}</Link>;
            },
          },
          {
            id: 'qty',
            header: () => say('qty'),
            meta: { width: isPhone ? 64 : 96, align: 'right' },
            cell: ({
              row: {
                original: { qty },
              },
            }) => <span className="muted">{format.decimal(big(qty).toFixed())}</span>,
          },
          moneyColumn('gross', { header: say('gross'), width: isPhone ? 92 : 120, isMain: true, format }),
        ]}
      />
      {shown.length < most.length && (
        <button type="button" className={cx(styles.to, styles.all)} onClick={() => setMore(true)}>
          {left > 0
            ? say('mostProducts', { count: most.length, all: rows.length })
            : say('allProducts', { count: rows.length })}
        </button>
      )}
      {shown.length === most.length && left > 0 && (
        <p className="muted">{say('moreProducts', { count: left })}</p>
      )}
    </section>
  );
}
