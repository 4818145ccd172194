import { useApp } from '@/app/shell/app-context';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { FiltersInWords } from '@/app/print/filters-in-words';
import { PrintHead } from '@/app/print/print-head';
import { printTexts } from '@/app/print/print-texts';
import printed from '@/app/print/print.module.css';
import type { Printout } from '@/app/print/use-printout';
import type { RowQuery } from '@/app/data/row-source';
import type { Screen } from '@/app/shell/screen';
import { cx } from '@/ui/style/cx';
import type { Receipt } from './receipt';
import { columns } from './receipt-columns';
import { Cell } from './receipt-row';
import { receiptTexts } from './receipt-texts';

/** Widths of the columns on paper, in per cent. */
const widths = [9, 11, 7, 13, 15, 13, 8, 10, 5, 9];

/** The receipts of the filters on paper: a table whose head is repeated on every page. */
export function PrintedReceipts(props: {
  screen: Screen;
  query: RowQuery;
  printout: Printout<Receipt>;
  total: number | undefined;
  timeZoneOf: (receipt: Receipt) => string | undefined;
}) {
  const { screen, query, printout, total, timeZoneOf } = props;
  const { me } = useApp().current;
  const title = useTextOf('sales')('title');
  const say = usePageText('sales/receipt', receiptTexts);
  const sayPrint = usePageText('print', printTexts);
  const format = useFormat();
  const { rows, at } = printout;
  const count = total ?? rows.length;
  return (
    <div className={printed.paper} data-printed-list="">
      <style>{'@page { size: A4 landscape; }'}</style>
      <PrintHead company={me?.company.name ?? ''} about="" aside={format.momentLong(at)} title={title} />
      <h2 className={printed.title}>{title}</h2>
      <p className={printed.about}>
        {/* Deactivated receipts are always listed. */}
        <FiltersInWords screen={screen} query={{ ...query, active: 'active' }} />
        <span>
          {rows.length < count
            ? sayPrint('someRows', { shown: rows.length, count })
            : sayPrint('allRows', { count })}
        </span>
      </p>
      <table className={printed.list} aria-label={title}>
        <colgroup>
          {columns.map(({ key }, index) => (
            <col key={key} style={{ width: `${widths[index]}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cx('right' in column && printed.right)}>
                {column.key === 'total' ? `${say('total')} ${format.currency}` : say(column.key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((receipt) => (
            <tr key={receipt.id}>
              {columns.map((column) => (
                <td key={column.key} className={cx('right' in column && printed.right)}>
                  <Cell of={column.key} receipt={receipt} timeZone={timeZoneOf(receipt)} faulty={false} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
