import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import type { Client } from '@/app/data/client';
import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Button } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import type { SalesFigures, SalesRow } from '@/days/sales-history/answer';
import { salesQuery, type SalesParams } from '@/days/sales-history/page/history-query';
import { usePercentText } from '../../report/percent-text';
import { compareTexts } from './compare-texts';
import monthStyles from '../screen/month.module.css';
import styles from './compare.module.css';

/** As many cashiers as are shown, those with the most discounts; the rest are on the page of sales. */
const shown = 12;

/** The sales that cashiers are asked of. */
export type CashiersAsked = Pick<SalesParams, 'from' | 'to' | 'location_id' | 'currency'>;

/** Query of the sales of each cashier. */
export const cashiersQuery = (client: Client, asked: CashiersAsked) =>
  salesQuery(client, { ...asked, by: 'cashier', plu_id: '', dpt_id: '' });

/** What each cashier took off, of sales over years: receipts, average receipt, discounts and their part of the full price. */
export function Cashiers(props: {
  asked: CashiersAsked;
  /** The same on the page of sales. */
  href: string;
}) {
  const { asked, href } = props;
  const say = usePageText('businessday/month/compare', compareTexts);
  const format = useFormat();
  const { client } = useApp().current;
  const isPhone = usePhone();
  const percentText = usePercentText();
  const { data, isError, refetch } = useQuery(cashiersQuery(client, asked));
  if (isError)
    return (
      <p>
        {say('noCashiers')}{' '}
        <Button size="xs" onClick={() => void refetch()}>
          {say('again')}
        </Button>
      </p>
    );
  if (!data || data.rows.length === 0) return null;
  const rows = data.rows
    .toSorted((one, other) => new Big(other.discount ?? 0).cmp(one.discount ?? 0))
    .slice(0, shown);
  const nameOf = ({ name, id }: SalesRow) => name ?? id ?? say('unnamed');
  const money = (sum: string | null) => (sum === null ? noValue : format.money(sum));
  const share = (figures: SalesFigures) => {
    const part = discountShare(figures);
    return part === null ? noValue : percentText(part);
  };
  const column = (
    id: string,
    header: string,
    width: number,
    of: (figures: SalesFigures) => string,
  ): SheetColumn<SalesRow> => ({
    id,
    header: () => header,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) =>
      id === 'discount' ? (
        <b className="ink">{of(original)}</b>
      ) : (
        <span className="muted">{of(original)}</span>
      ),
    footer: () => of(data.totals),
  });
  return (
    <>
      <h3 className={styles.head}>
        {say('cashiers')}
        <span className={monthStyles.ways}>
          <Link href={href} className="link">
            {say('byCashier')}
          </Link>
        </span>
      </h3>
      {isPhone ? (
        <ul className={monthStyles.list} aria-label={say('cashiers')}>
          {rows.map((row) => (
            <li key={`${row.id} ${row.name}`}>
              <span className={monthStyles.main}>
                <span>{nameOf(row)}</span>
                <b>{money(row.discount)}</b>
              </span>
              <span className="meta">
                {[
                  say('ofFullPrice', { share: share(row) }),
                  say('receiptsCount', { count: row.receipts }),
                  `${say('averageShort')} ${money(row.average)}`,
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <SheetTable
          label={say('cashiers')}
          rows={rows}
          rowKey={({ id, name }) => `${id} ${name}`}
          minWidth={600}
          columns={[
            {
              id: 'cashier',
              header: () => say('cashier'),
              cell: ({ row: { original } }) => <span className="ink">{nameOf(original)}</span>,
              footer: () => say('all'),
            },
            column('receipts', say('receipts'), 76, ({ receipts }) => format.count(receipts)),
            column('average', `${say('averageShort')} ${format.currency}`, 92, ({ average }) =>
              money(average),
            ),
            column('gross', `${say('gross')} ${format.currency}`, 112, ({ gross }) => money(gross)),
            column('discount', `${say('discount')} ${format.currency}`, 112, ({ discount }) =>
              money(discount),
            ),
            column('share', say('discountShare'), 116, share),
          ]}
        />
      )}
    </>
  );
}

/** Returns what part of the price before discounts they are, in per cent; null without such a price. */
function discountShare({ gross, discount }: SalesFigures): string | null {
  const full = new Big(gross).plus(discount ?? 0);
  return full.lte(0) ? null : new Big(discount ?? 0).times(100).div(full).toFixed(1);
}
