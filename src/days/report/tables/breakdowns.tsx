import { useWidthClass } from '@/app/grid/columns/use-width';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { cx } from '@/ui/style/cx';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { big, sumOf } from '../amounts';
import { NonTurnoverTable } from './non-turnover-table';
import { CashTable } from './cash-table';
import { Products } from './products-table';
import type { Totals } from '../schema/totals';
import { countColumn, moneyColumn } from './columns';
import { AskButton } from '../questions/ask-button';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';
import { Tenders } from './tenders-table';

const useSay = () => usePageText('businessday/report', reportTexts);

const fewRegisters = 3;

/** All breakdowns of the totals, in two columns on a wide screen. */
export function Breakdowns(props: { totals: Totals; registerName: (pos_id: string | null) => string }) {
  const { totals, registerName } = props;
  const cash = <CashTable cash={totals.cash} total={totals.cash_total} nameOf={registerName} />;
  // The cash of many registers needs the full width.
  const isWide = totals.cash.length > fewRegisters;
  return (
    <>
      <div className={styles.sides}>
        <div className={cx(styles.two, totals.cash.length === fewRegisters && styles.drawers)}>
          <div>
            <Taxes rows={totals.by_tax} />
            <Departments rows={totals.by_dpt} />
            {!isWide && <Cashiers rows={totals.by_cashier} />}
          </div>
          <div>
            <Tenders totals={totals} />
            {!isWide && cash}
            {/* If the cash is below, the space beside the departments is free. */}
            {isWide && <Cashiers rows={totals.by_cashier} />}
            <NonTurnoverTable totals={totals} />
          </div>
        </div>
      </div>
      {isWide && cash}
      <Products rows={totals.by_plu} />
    </>
  );
}

function Taxes({ rows }: { rows: Totals['by_tax'] }) {
  const say = useSay();
  const format = useFormat();
  const column = (key: 'net' | 'tax' | 'gross') =>
    moneyColumn(key, { header: say(key), isMain: key === 'gross', format, of: rows });
  return (
    <section className={styles.block}>
      <h2>
        {say('tax')}
        <AskButton subject="figure.by_tax" what={say('tax')} />
      </h2>
      <SheetTable
        label={say('tax')}
        rows={rows}
        rowKey={(row) => row.rate ?? ''}
        columns={[
          {
            id: 'rate',
            header: () => say('rate'),
            meta: { width: 72 },
            cell: ({
              row: {
                original: { rate },
              },
            }) => (rate === null ? say('noRate') : `${format.decimal(rate)} %`),
            footer: () => say('all'),
          },
          column('net'),
          column('tax'),
          column('gross'),
        ]}
      />
    </section>
  );
}

/** Whether a quantity is a whole number of pieces, which a till may write as "12.000". */
const isWhole = (qty: string): boolean => big(qty).round().eq(big(qty));

function Departments({ rows }: { rows: Totals['by_dpt'] }) {
  const say = useSay();
  const format = useFormat();
  const room = useWidthClass();
  const most = rows.reduce((top, row) => Math.max(top, Number(row.gross)), 0);
  const share: SheetColumn<Totals['by_dpt'][number]> = {
    id: 'share',
    header: () => '',
    meta: { screenOnly: true, width: 92 },
    footer: () => '',
    cell: ({
      row: {
        original: { gross },
      },
    }) => (
      // A float is exact enough for the length of the bar.
      <i
        className={styles.share}
        style={{ width: `${most > 0 ? Math.max(0, (100 * Number(gross)) / most) : 0}%` }}
      />
    ),
  };
  return (
    <section className={styles.block}>
      <h2>
        {say('departments')}
        <AskButton subject="figure.by_dpt" what={say('departments')} />
      </h2>
      <SheetTable
        label={say('departments')}
        rows={rows}
        rowKey={(row, index) => row.dpt_id ?? `${row.name}-${index}`}
        columns={[
          {
            id: 'name',
            header: () => say('department'),
            cell: ({
              row: {
                original: { name },
              },
            }) => <span title={name ?? ''}>{name ?? say('noName')}</span>,
            footer: () => say('all'),
          },
          {
            id: 'qty',
            header: () => say('qty'),
            meta: { width: 64, align: 'right' },
            cell: ({
              row: {
                original: { qty },
              },
            }) => <span className="muted">{format.decimal(big(qty).toFixed())}</span>,
            // Pieces and kilograms cannot be added.
            footer: () =>
              rows.every(({ qty }) => isWhole(qty))
                ? format.decimal(sumOf(rows.map((row) => row.qty)).toFixed())
                : undefined,
          },
          moneyColumn('gross', { header: say('gross'), width: 88, isMain: true, format, of: rows }),
          ...(room === 3 ? [share] : []),
        ]}
      />
    </section>
  );
}

function Cashiers({ rows }: { rows: Totals['by_cashier'] }) {
  const say = useSay();
  const format = useFormat();
  return (
    <section className={styles.block}>
      <h2>
        {say('cashiers')}
        <AskButton subject="figure.by_cashier" what={say('cashiers')} />
      </h2>
      <SheetTable
        label={say('cashiers')}
        rows={rows}
        rowKey={(row, index) => `${row.cashier?.id}-${index}`}
        columns={[
          {
            id: 'name',
            header: () => say('cashier'),
            cell: ({
              row: {
                original: { cashier },
              },
            }) => cashier?.name ?? cashier?.id ?? say('nobody'),
            footer: () => say('all'),
          },
          countColumn({ header: say('receipts'), width: 72, format, of: rows }),
          moneyColumn('gross', { header: say('gross'), width: 88, isMain: true, format, of: rows }),
        ]}
      />
    </section>
  );
}
