import { useQuery } from '@tanstack/react-query';
import { Decimal } from '@/core/record/decimal';
import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { useApp } from '@/core/app/shell/app-context';
import { Link } from '@/core/ui/layout/link';
import { usePhone } from '@/core/ui/layout/use-phone';
import { SheetTable } from '@/core/ui/tables/sheet-table';
import { datesOf, plusMonths } from '../missing-days';
import type { Month } from '../schema';
import { longMonth } from './month-names';
import { monthsQuery } from './month-query';
import { monthTexts } from './month-texts';
import styles from './month.module.css';

/** The month against the one before and the same one of the year before, with the way to the page of sales. */
export function Compared({ month }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const { client } = useApp().current;
  const isPhone = usePhone();
  const { data } = useQuery(monthsQuery(client));
  const of = (name: 'thisMonth' | 'lastMonth' | 'lastYear', other: string) => {
    const sums = data
      ?.find((one) => one.month === other)
      ?.by_currency.find(({ currency }) => currency === month.currency);
    return sums ? [{ name, month: other, count: sums.count, gross: Decimal.parse(sums.gross) }] : [];
  };
  const rows = [
    ...of('thisMonth', month.month),
    ...of('lastMonth', plusMonths(month.month, -1)),
    ...of('lastYear', plusMonths(month.month, -12)),
  ];
  const [own] = rows;
  if (!own || rows.length < 2) return null;
  const average = ({ gross, count }: (typeof rows)[number]) =>
    count === 0 ? '–' : format.money(gross.dividedBy(count, format.scale).toFixed());
  const change = ({ name, gross }: (typeof rows)[number]) =>
    name === 'thisMonth' || gross.eq(0) ? '' : percent(own.gross, gross, format.locale);
  const dates = datesOf(month.month);
  const sales = (by: string) =>
    `/sales?by=${by}&from=${dates[0]}&to=${dates.at(-1)}&currency=${month.currency}`;
  return (
    <section className={styles.block} aria-label={say('compare')}>
      <h2>
        {say('compare')}
        <span className={styles.ways}>
          {(['location', 'weekday', 'product'] as const).map((by) => (
            <Link key={by} href={sales(by)} className="link">
              {say(`by${by.charAt(0).toUpperCase()}${by.slice(1)}`)}
            </Link>
          ))}
        </span>
      </h2>
      {isPhone ? (
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.name}>
              <span className={styles.main}>
                <span>{say(row.name)}</span>
                <b>{format.money(row.gross.toFixed())}</b>
              </span>
              <span className="meta">
                {[
                  say('receiptsCount', { count: row.count }),
                  `${say('average')} ${average(row)}`,
                  ...(change(row) === '' ? [] : [change(row)]),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <SheetTable
          label={say('compare')}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            {
              id: 'name',
              header: () => '',
              cell: ({ row: { original } }) => (
                <span>
                  <span className="ink">{say(original.name)}</span>{' '}
                  {original.name !== 'thisMonth' && (
                    <Link href={`/months/${original.month}`} className="link">
                      {longMonth(original.month, format.locale)}
                    </Link>
                  )}
                </span>
              ),
            },
            {
              id: 'receipts',
              header: () => say('receipts'),
              meta: { width: 90, align: 'right' },
              cell: ({ row: { original } }) => <span className="muted">{format.count(original.count)}</span>,
            },
            {
              id: 'average',
              header: () => `${say('average')} ${format.currency}`,
              meta: { width: 140, align: 'right' },
              cell: ({ row: { original } }) => average(original),
            },
            {
              id: 'gross',
              header: () => `${say('gross')} ${format.currency}`,
              meta: { width: 130, align: 'right' },
              cell: ({ row: { original } }) => (
                <b className="ink">{format.money(original.gross.toFixed())}</b>
              ),
            },
            {
              id: 'change',
              header: () => say('change'),
              meta: { width: 90, align: 'right' },
              cell: ({ row: { original } }) => <span className="muted">{change(original)}</span>,
            },
          ]}
        />
      )}
    </section>
  );
}

/** Returns by how much a sum is above another, in per cent with its sign and one decimal. */
function percent(now: Decimal, before: Decimal, locale: string): string {
  const ratio = Number(now.minus(before).toFixed()) / Math.abs(Number(before.toFixed()));
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(ratio);
}
