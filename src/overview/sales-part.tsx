import { usePhone } from '@/ui/layout/use-phone';
import type { Big } from 'big.js';
import { usePageText } from '@/app/i18n/i18n';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import type { Format } from '@/app/i18n/formats';
import { chartScale } from '@/ui/charts/chart-scale';
import { ComparedLegend } from '@/ui/charts/compared-legend';
import { ComparedBars, type ComparedBar } from '@/ui/charts/compared-bars';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { useChangeText } from '@/days/report/percent-text';
import { usePeriodWords } from '@/days/report/period-words';
import type { Summary } from '@/days/report/schema/summary';
import { ChangedByOthers } from './changed-by-others';
import { salesByLocation, salesOf, type Sold, type Month, type Sales } from './sales';
import { overviewTexts } from './texts';
import styles from './overview.module.css';
import { dateWords } from '@/ui/display/date-words';

/** Sales of yesterday and of the month, in all and by location, each with its change. */
export function SalesPart({ now, before, month }: { now: Summary; before: Summary; month: Month }) {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const { countedText, besideText, changesText } = usePeriodWords();
  const all = salesOf(now.days, before.days, month);
  const locations = salesByLocation(now, before, month);
  const weekday = dayFormat(format, { weekday: 'long' })(month.yesterday);
  const span = {
    first: dayFormat(format, { day: 'numeric' })(month.first),
    last: dayMonth(format)(month.yesterday),
  };
  const monthName = dayFormat(format, { month: 'long' })(month.first);
  return (
    <section className={styles.part} aria-labelledby="sales">
      <div className={styles.head}>
        <h2 id="sales">{say('sales')}</h2>
        <span
          className={styles.note}
        >{`${say('sales.gross', { currency: format.currency })} ${countedText('all')}`}</span>
      </div>
      {all.days.every(({ gross, before }) => gross === null && before === null) ? (
        <p className="muted">{say('sales.none')}</p>
      ) : (
        <>
          <dl className={styles.figures}>
            <Figure label={say('sales.yesterday', { weekday })} sales={all.yesterday} />
            <Figure label={say('sales.month', span)} sales={all.month} />
            <ComparedLegend bars={monthName} line={besideText} className={styles.legend} />
          </dl>
          <p className={styles.note}>
            {changesText(month.today, { from: month.yesterday, to: month.yesterday }, month.soFar)}
          </p>
          <MonthChart sales={all} month={month} label={say('sales.chart', { before: besideText })} />
          {locations.length > 1 && <Locations {...{ all, locations, month, monthName }} />}
        </>
      )}
      <ChangedByOthers />
    </section>
  );
}

function Figure({ label, sales }: { label: string; sales: Sold }) {
  const format = useFormat();
  const changeText = useChangeText();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {moneyOf(sales.gross, format)}
        <span className={styles.change}>{changeText(sales.change)}</span>
      </dd>
    </div>
  );
}

type Location = ReturnType<typeof salesByLocation>[number];

function Locations(props: { all: Sales; locations: readonly Location[]; month: Month; monthName: string }) {
  const { all, locations, month, monthName } = props;
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const changeText = useChangeText();
  const { besideText } = usePeriodWords();
  const most = Math.max(...locations.map(({ sales }) => highest(sales)));
  const amount = (id: 'yesterday' | 'month', header: string) => ({
    id,
    header: () => `${header} ${format.currency}`,
    meta: { width: 96, align: 'right' as const },
    cell: ({ row: { original } }: { row: { original: Location } }) => (
      <b className="ink">{moneyOf(original.sales[id].gross, format)}</b>
    ),
    footer: () => moneyOf(all[id].gross, format),
  });
  const change = (id: 'yesterday' | 'month') => ({
    id: `${id} %`,
    header: () => '%',
    meta: { width: 68, align: 'right' as const },
    cell: ({ row: { original } }: { row: { original: Location } }) => (
      <span className="muted">{changeText(original.sales[id].change)}</span>
    ),
    footer: () => changeText(all[id].change),
  });
  const chart: SheetColumn<Location> = {
    id: 'chart',
    header: () => monthName,
    meta: { width: 132 },
    cell: ({ row: { original } }) => (
      <ComparedBars
        small
        height={26}
        most={most}
        label={say('sales.chartOf', { name: original.name, before: besideText })}
        headers={[say('sales.day'), monthName, besideText]}
        bars={barsOf(original.sales, month, format)}
      />
    ),
  };
  return (
    <div className={styles.block}>
      <SheetTable
        label={say('sales.byLocation')}
        rows={locations}
        rowKey={({ id }) => id}
        minWidth={isPhone ? undefined : 520}
        columns={[
          {
            id: 'name',
            header: () => say('location'),
            cell: ({ row: { original } }) => <span className="ink">{original.name}</span>,
            footer: () => say('all'),
          },
          amount('yesterday', say('yesterday')),
          ...(isPhone ? [] : [change('yesterday'), chart]),
          amount('month', monthName),
          ...(isPhone ? [] : [change('month')]),
        ]}
      />
    </div>
  );
}

function MonthChart({ sales, month, label }: { sales: Sales; month: Month; label: string }) {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const { besideText } = usePeriodWords();
  return (
    <ComparedBars
      label={label}
      height={190}
      {...chartScale(highest(sales), format.locale)}
      headers={[say('sales.day'), dayFormat(format, { month: 'long' })(month.first), besideText]}
      bars={barsOf(sales, month, format)}
    />
  );
}

/** Returns the bars of a month; Mondays and yesterday are named below them. */
function barsOf(sales: Sales, month: Month, format: Format): ComparedBar[] {
  const long = dayFormat(format, { weekday: 'long', day: 'numeric', month: 'long' });
  const short = dayFormat(format, { weekday: 'short', day: 'numeric' });
  return sales.days.map(({ date, gross, before }) => {
    const isMonday = new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
    const isMain = date === month.yesterday;
    // Beside the name of yesterday there is no room for another on a phone.
    const isNear = Math.abs(dayNumber(date) - dayNumber(month.yesterday)) < 5;
    return {
      key: date,
      label: long(date),
      // At the end of the axis half of a name would stand outside.
      short: isMain || (isMonday && !isNear && date < month.last) ? short(date) : undefined,
      amount: gross && Number(gross.toFixed()),
      before: before && Number(before.toFixed()),
      text: moneyOf(gross, format),
      beforeText: moneyOf(before, format),
      isMain,
    };
  });
}

const dayNumber = (date: string): number => Number(date.slice(8));

const highest = (sales: Sales): number =>
  Math.max(
    0,
    ...sales.days.flatMap(({ gross, before }) => [gross, before].map((sum) => Number(sum?.toFixed() ?? 0))),
  );

const moneyOf = (sum: Big | null, format: Format): string =>
  sum === null ? noValue : format.money(sum.toFixed());

const dayFormat =
  (format: Format, options: Intl.DateTimeFormatOptions) =>
  (day: string): string =>
    dateWords(day, format.locale, options);
const dayMonth = (format: Format) => dayFormat(format, { day: 'numeric', month: 'long' });
