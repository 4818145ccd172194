import { useState } from 'react';
import { useApp } from '@/core/app/app-context';
import { useWidth } from '@/core/app/grid/use-width';
import { usePageText } from '@/core/app/i18n';
import { hrefOf } from '@/core/app/screen';
import { useFormat } from '@/core/app/use-format';
import { Button } from '@/core/ui/button';
import { Link } from '@/core/ui/link';
import { SheetTable, type SheetColumn } from '@/core/ui/sheet-table';
import { big, signed, sumOf, textOf } from './amounts';
import { CashTable } from './cash-table';
import type { Totals } from './report';
import { reportTexts } from './report-texts';
import styles from './report.module.css';

const useSay = () => usePageText('businessday/report', reportTexts);

/** Every breakdown of the figures, in two columns where there is room. */
export function Breakdowns(props: { totals: Totals; registerName: (pos_id: string | null) => string }) {
  const { totals, registerName } = props;
  return (
    <>
      <div className={styles.two}>
        <div>
          <Taxes rows={totals.by_tax} />
          <Departments rows={totals.by_dpt} />
          <Cashiers rows={totals.by_cashier} />
        </div>
        <div>
          <Tenders totals={totals} />
          <CashTable cash={totals.cash} total={totals.cash_total} nameOf={registerName} />
          <Aside totals={totals} />
        </div>
      </div>
      <Products rows={totals.by_plu} />
    </>
  );
}

function Taxes({ rows }: { rows: Totals['by_tax'] }) {
  const say = useSay();
  const format = useFormat();
  const sum = (key: 'net' | 'tax' | 'gross') => format.money(textOf(sumOf(rows.map((row) => row[key]))));
  const column = (key: 'net' | 'tax' | 'gross') => ({
    key,
    head: `${say(key)} ${format.currency}`,
    align: 'right' as const,
    cell: (row: Totals['by_tax'][number]) =>
      key === 'gross' ? <b className="ink">{format.money(row.gross)}</b> : format.money(row[key]),
    sum: sum(key),
  });
  return (
    <section className={styles.block}>
      <h2>{say('tax')}</h2>
      <SheetTable
        label={say('tax')}
        rows={rows}
        rowKey={(row) => row.rate ?? ''}
        columns={[
          {
            key: 'rate',
            head: say('rate'),
            width: 72,
            cell: ({ rate }) => (rate === null ? say('noRate') : `${format.decimal(rate)} %`),
            sum: say('all'),
          },
          column('net'),
          column('tax'),
          column('gross'),
        ]}
      />
    </section>
  );
}

/** Whether a quantity is of pieces, also where a till writes them as "12.000". */
const isWhole = (qty: string): boolean => big(qty).round().eq(big(qty));

function Departments({ rows }: { rows: Totals['by_dpt'] }) {
  const say = useSay();
  const format = useFormat();
  const room = useWidth();
  const most = rows.reduce((top, row) => Math.max(top, Number(row.gross)), 0);
  const share: SheetColumn<Totals['by_dpt'][number]> = {
    key: 'share',
    head: '',
    width: 92,
    cell: ({ gross }) => (
      // For its length alone.
      <i
        className={styles.share}
        style={{ width: `${most > 0 ? Math.max(0, (100 * Number(gross)) / most) : 0}%` }}
      />
    ),
  };
  return (
    <section className={styles.block}>
      <h2>{say('departments')}</h2>
      <SheetTable
        label={say('departments')}
        rows={rows}
        rowKey={(row, index) => row.dpt_id ?? `${row.name}-${index}`}
        columns={[
          {
            key: 'name',
            head: say('department'),
            cell: ({ name }) => <span title={name ?? ''}>{name ?? say('noName')}</span>,
            sum: say('all'),
          },
          {
            key: 'qty',
            head: say('qty'),
            width: 76,
            align: 'right',
            cell: ({ qty }) => <span className="muted">{format.decimal(big(qty).toFixed())}</span>,
            // Pieces and kilos have no sum.
            sum: rows.every(({ qty }) => isWhole(qty))
              ? format.decimal(sumOf(rows.map((row) => row.qty)).toFixed())
              : undefined,
          },
          {
            key: 'gross',
            head: `${say('gross')} ${format.currency}`,
            width: 92,
            align: 'right',
            cell: ({ gross }) => <b className="ink">{format.money(gross)}</b>,
            sum: format.money(textOf(sumOf(rows.map((row) => row.gross)))),
          },
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
      <h2>{say('cashiers')}</h2>
      <SheetTable
        label={say('cashiers')}
        rows={rows}
        rowKey={(row, index) => `${row.cashier?.id}-${index}`}
        columns={[
          {
            key: 'name',
            head: say('cashier'),
            cell: ({ cashier }) => cashier?.name ?? cashier?.id ?? say('nobody'),
            sum: say('all'),
          },
          {
            key: 'count',
            head: say('receipts'),
            width: 84,
            align: 'right',
            cell: ({ count }) => <span className="muted">{format.count(count)}</span>,
            sum: format.count(rows.reduce((sum, row) => sum + row.count, 0)),
          },
          {
            key: 'gross',
            head: `${say('gross')} ${format.currency}`,
            width: 104,
            align: 'right',
            cell: ({ gross }) => <b className="ink">{format.money(gross)}</b>,
            sum: format.money(textOf(sumOf(rows.map((row) => row.gross)))),
          },
        ]}
      />
    </section>
  );
}

function Tenders({ totals }: { totals: Totals }) {
  const say = useSay();
  const format = useFormat();
  const { by_tender: rows, gross, rounding, non_turnover } = totals;
  const paid = sumOf(rows.map((row) => row.amount));
  const due = sumOf([gross, rounding, ...non_turnover.map((row) => row.amount)]);
  return (
    <section className={styles.block}>
      <h2>{say('tenders')}</h2>
      <SheetTable
        label={say('tenders')}
        rows={rows}
        rowKey={(row, index) => `${row.tender_id}-${index}`}
        columns={[
          {
            key: 'name',
            head: say('tender'),
            cell: ({ name, type }) => <span title={name ?? ''}>{name ?? type ?? say('noName')}</span>,
            sum: say('all'),
          },
          {
            key: 'count',
            head: say('count'),
            width: 58,
            align: 'right',
            cell: ({ count }) => <span className="muted">{format.count(count)}</span>,
            sum: format.count(rows.reduce((sum, row) => sum + row.count, 0)),
          },
          {
            key: 'refunded',
            head: `${say('refunds')} ${format.currency}`,
            width: 104,
            align: 'right',
            cell: ({ refunded }) => (
              <span className="muted">{big(refunded).eq(0) ? '–' : format.money(refunded)}</span>
            ),
            sum: format.money(textOf(sumOf(rows.map((row) => row.refunded)))),
          },
          {
            key: 'amount',
            head: `${say('amount')} ${format.currency}`,
            width: 104,
            align: 'right',
            cell: ({ amount }) => <b className="ink">{format.money(amount)}</b>,
            sum: format.money(textOf(paid)),
          },
        ]}
      />
      {!paid.eq(due) && (
        <p className={styles.after}>
          <span>{say('shouldBe', { amount: format.money(textOf(due)) })}</span>
          <span className="risk tn">{signed(textOf(paid.minus(due)), format)}</span>
        </p>
      )}
    </section>
  );
}

/** What is listed and in no total, and what is of the totals and no sale of goods. */
function Aside({ totals }: { totals: Totals }) {
  const say = useSay();
  const format = useFormat();
  const { voids, training, returns, rounding, non_turnover } = totals;
  const kinds = non_turnover.map(({ kind, count, amount }) => {
    const word = say(`kind=${kind}`);
    return { key: kind, label: word.includes('=') ? kind : word, count, amount };
  });
  const rows: { key: string; label: string; count: number | null; amount: string }[] = [
    { key: 'returns', label: say('returnsIn'), count: returns.count, amount: returns.gross },
    { key: 'voids', label: say('voidsIn'), count: voids.count, amount: voids.gross },
    { key: 'training', label: say('training'), count: training.count, amount: training.gross },
    ...kinds,
    { key: 'rounding', label: say('rounding'), count: null, amount: rounding },
  ];
  return (
    <section className={styles.block}>
      <h2>{say('aside')}</h2>
      <SheetTable
        label={say('aside')}
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { key: 'label', head: say('what_'), cell: ({ label }) => label },
          {
            key: 'count',
            head: say('count'),
            width: 72,
            align: 'right',
            cell: ({ count }) => <span className="muted">{count === null ? '' : format.count(count)}</span>,
          },
          {
            key: 'amount',
            head: `${say('amount')} ${format.currency}`,
            width: 104,
            align: 'right',
            cell: ({ amount }) => format.money(amount),
          },
        ]}
      />
      <p className={styles.note}>{say('roundingRule')}</p>
    </section>
  );
}

/** How many products are shown until all are asked for. */
const fewProducts = 12;

function Products({ rows }: { rows: Totals['by_plu'] }) {
  const say = useSay();
  const format = useFormat();
  const { plu } = useApp().screens;
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, fewProducts);
  if (rows.length === 0) return null;
  return (
    <section className={styles.block}>
      <h2>{say('products')}</h2>
      <SheetTable
        label={say('products')}
        rows={shown}
        rowKey={(row, index) => `${row.plu_id}-${index}`}
        columns={[
          {
            key: 'code',
            head: say('code'),
            width: 110,
            cell: ({ productid }) => <span className="muted tn">{productid ?? '–'}</span>,
          },
          {
            key: 'name',
            head: say('product'),
            cell({ plu_id, name }) {
              const href = plu && plu_id !== null ? hrefOf(plu, plu_id) : null;
              const text = name ?? say('noName');
              return href === null ? text : <Link href={href}>{text}</Link>;
            },
          },
          {
            key: 'qty',
            head: say('qty'),
            width: 96,
            align: 'right',
            cell: ({ qty }) => <span className="muted">{format.decimal(big(qty).toFixed())}</span>,
          },
          {
            key: 'gross',
            head: `${say('gross')} ${format.currency}`,
            width: 120,
            align: 'right',
            cell: ({ gross }) => <b className="ink">{format.money(gross)}</b>,
          },
        ]}
      />
      {shown.length < rows.length && (
        <Button kind="quiet" className={styles.all} onClick={() => setAll(true)}>
          {say('allProducts', { count: rows.length })}
        </Button>
      )}
    </section>
  );
}
