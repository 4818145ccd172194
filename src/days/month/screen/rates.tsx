import { useSearchParams } from 'react-router';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Link } from '@/ui/layout/link';
import { usePhone } from '@/ui/layout/use-phone';
import { cx } from '@/ui/style/cx';
import type { Month } from '../schema';
import { longMonth } from './month-names';
import { monthTexts } from './month-texts';
import styles from './month.module.css';

type Rate = string | null;

/** As many rates as have their net and VAT side by side; with more, one stands above the other, so that no amount is cut. */
const mostSideBySide = 3;
interface Sums {
  readonly gross: string;
  readonly by_tax: Month['totals']['by_tax'];
}

/** Returns the address that shows the days of a VAT figure: of a rate, at a location or at all of them. */
export function useRateHref(): (rate: Rate, location_id: string | null) => string {
  const [params] = useSearchParams();
  return (rate, location_id) => {
    const to = new URLSearchParams(params);
    to.set('rate', rate ?? '');
    if (location_id === null) to.delete('at');
    else to.set('at', location_id);
    return `?${to}`;
  };
}

/** Locations by VAT rate: net and VAT of each, the VAT leading to its days, and the gross. */
export function Rates({ month }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const isPhone = usePhone();
  const rates = month.totals.by_tax.map(({ rate }) => rate);
  return (
    <section className={styles.block} aria-label={say('rates')}>
      <h2>
        {say('rates')} <span className="meta no-print">{say('rates.meta')}</span>
      </h2>
      {isPhone ? <RatesOnPhone month={month} rates={rates} /> : <RatesTable month={month} rates={rates} />}
      <Late month={month} />
    </section>
  );
}

function RatesTable({ month, rates }: { month: Month; rates: readonly Rate[] }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const hrefOf = useRateHref();
  const isStacked = rates.length > mostSideBySide;
  const columnsOfRate = isStacked ? 1 : 2;
  const cells = ({ by_tax, gross }: Sums, location_id: string | null, isSum: boolean) => (
    <>
      {rates.map((rate) => {
        const row = by_tax.find((one) => one.rate === rate);
        const net = row ? format.money(row.net) : '–';
        const vat = row ? (
          <Link href={hrefOf(rate, location_id)} className={styles.figure}>
            {format.money(row.tax)}
          </Link>
        ) : (
          '–'
        );
        if (isStacked) {
          return (
            <td key={rate} className={styles.right}>
              <span className={cx(styles.above, !isSum && 'muted')}>{net}</span>
              {vat}
            </td>
          );
        }
        return [
          <td key={`${rate} net`} className={cx(styles.right, !isSum && 'muted')}>
            {net}
          </td>,
          <td key={`${rate} vat`} className={styles.right}>
            {vat}
          </td>,
        ];
      })}
      <td className={cx(styles.right, styles.ink)}>{format.money(gross)}</td>
    </>
  );
  return (
    // Focusable, so that the arrow keys scroll it where it is wider than the page.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.wide} tabIndex={0}>
      <table
        className={cx(styles.rates, isStacked && styles.stacked)}
        aria-label={say('rates')}
        style={{ minWidth: 210 + rates.length * (isStacked ? 92 : 168) }}
      >
        <colgroup>
          <col className={styles.placeColumn} />
          {rates.map((rate) => (
            <col key={rate} span={columnsOfRate} />
          ))}
          <col className={styles.grossColumn} />
        </colgroup>
        <thead>
          <tr className={styles.groups}>
            <td aria-hidden="true" />
            {rates.map((rate) => (
              <th key={rate} colSpan={columnsOfRate} scope="colgroup">
                <span>{rate === null ? say('noRate') : say('rate', { rate: format.decimal(rate) })}</span>
              </th>
            ))}
            <td aria-hidden="true" />
          </tr>
          <tr>
            <th scope="col">{say('location')}</th>
            {rates.map((rate) => {
              const [net, vat] = [`${say('net')} ${format.currency}`, `${say('vat')} ${format.currency}`];
              if (isStacked) {
                return (
                  <th key={rate} scope="col" className={styles.right}>
                    <span className={styles.above}>{net}</span>
                    {vat}
                  </th>
                );
              }
              return [
                <th key={`${rate} net`} scope="col" className={styles.right}>
                  {net}
                </th>,
                <th key={`${rate} vat`} scope="col" className={styles.right}>
                  {vat}
                </th>,
              ];
            })}
            <th scope="col" className={styles.right}>
              {say('gross')} {format.currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {month.locations.map((location) => (
            <tr key={location.id}>
              <th scope="row" title={location.name}>
                {location.name}
              </th>
              {cells(location, location.id, false)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('all')}</th>
            {cells(month.totals, null, true)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The same on a phone: a location and its gross, and beneath it VAT by rate, each leading to its days. */
function RatesOnPhone({ month, rates }: { month: Month; rates: readonly Rate[] }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const hrefOf = useRateHref();
  const item = (name: string, { by_tax, gross }: Sums, location_id: string | null) => (
    <>
      <span className={styles.main}>
        <span>{name}</span>
        <b>{format.money(gross)}</b>
      </span>
      {rates.map((rate) => {
        const row = by_tax.find((one) => one.rate === rate);
        if (!row) return null;
        return (
          <Link key={rate} href={hrefOf(rate, location_id)} className={styles.line}>
            <span>
              {say('vat')} {rate === null ? say('noRate') : say('rate', { rate: format.decimal(rate) })}
            </span>
            <span className={styles.figure}>{format.money(row.tax)}</span>
          </Link>
        );
      })}
    </>
  );
  return (
    <ul className={styles.list}>
      {month.locations.map((location) => (
        <li key={location.id}>{item(location.name, location, location.id)}</li>
      ))}
      <li className={styles.total}>{item(say('all'), month.totals, null)}</li>
    </ul>
  );
}

/** Receipts that came late, between this month and others. */
function Late({ month: { late } }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const line = (
    key: 'late.of' | 'late.elsewhere',
    { month, count, gross, tax }: Month['late']['of'][number],
  ) =>
    say(key, {
      count,
      month: month === null ? say('anotherMonth') : longMonth(month, format.locale),
      gross: format.money(gross),
      vat: format.money(tax),
    });
  const lines = [
    ...late.of.map((row) => line('late.of', row)),
    ...late.elsewhere.map((row) => line('late.elsewhere', row)),
  ];
  return lines.map((text) => (
    <p key={text} className={cx('meta', styles.late)}>
      {text}
    </p>
  ));
}
