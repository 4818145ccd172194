import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Link } from '@/ui/layout/link';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { cx } from '@/ui/style/cx';
import type { Month } from '../schema';
import { monthTexts } from './month-texts';
import { useRateHref } from './rates';
import styles from './month.module.css';

type Vat = Month['vat_returns'][number];
type Row = Vat['rows'][number];

/** The rows of a country's VAT return, with the decimals that its form asks for; each tax leads to its days. */
export function VatReturn({ month, vat }: { month: Month; vat: Vat }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const hrefOf = useRateHref();
  const places = (text: string) => text.split('.')[1]?.length ?? 0;
  const amount = (text: string | null) => (text === null ? '' : format.decimal(text, places(text)));
  const hasBases = vat.rows.some(({ stated_base, name }) => stated_base !== null && name !== 'zero_rate');
  const zero = vat.rows.find(({ name }) => name === 'zero_rate' || name === 'exempt');
  const rows = hasBases ? vat.rows : vat.rows.filter((row) => row !== zero);
  const nameOf = ({ name, rate }: Row) =>
    name === 'other' && rate === null
      ? say('row.otherNone')
      : say(`row.${name}`, { rate: rate === null ? '' : format.decimal(rate) });
  const hasDays = ({ rate }: Row) => month.totals.by_tax.some((one) => one.rate === rate);
  const base: SheetColumn<Row> = {
    id: 'base',
    header: () => say('base'),
    meta: { width: 80, align: 'right' },
    cell: ({ row: { original } }) => amount(original.stated_base),
    footer: () => '',
  };
  return (
    <section>
      <h2>
        {say('vatReturn')}{' '}
        {vat.country !== null && <span className="meta">{say(`country=${vat.country}`)}</span>}
      </h2>
      {vat.country === null ? (
        <p className="meta">{say('country.none')}</p>
      ) : (
        <>
          <SheetTable
            label={say('vatReturn')}
            rows={rows}
            rowKey={({ row, name, rate }) => `${row} ${name} ${rate}`}
            columns={[
              {
                id: 'row',
                header: () => say('row'),
                meta: { width: 36 },
                cell: ({ row: { original } }) => <span className="muted">{original.row || '–'}</span>,
                footer: () => '',
              },
              {
                id: 'name',
                header: () => say('what'),
                cell: ({ row: { original } }) => <span title={nameOf(original)}>{nameOf(original)}</span>,
                footer: () => say('taxOnSales'),
              },
              ...(hasBases ? [base] : []),
              {
                id: 'tax',
                header: () => say('vat'),
                meta: { width: 84, align: 'right' },
                cell: ({ row: { original } }) => {
                  const text = original.stated_tax ?? (original.name === 'other' ? original.tax : null);
                  if (text === null) return '';
                  return hasDays(original) && original.rate !== null ? (
                    <Link href={hrefOf(original.rate, null)} className={styles.figure}>
                      {amount(text)}
                    </Link>
                  ) : (
                    amount(text)
                  );
                },
                footer: () => amount(vat.stated_tax),
              },
            ]}
          />
          <p className={cx('meta', styles.after)}>
            {!hasBases && zero && `${say('row.zero_rate')} ${amount(zero.stated_base)}. `}
            {Number(vat.stated_tax) !== Number(vat.tax) &&
              `${say('ofReceipts', { vat: format.money(vat.tax) })} `}
            {say('purchases')}
          </p>
        </>
      )}
    </section>
  );
}
