import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { chartScale } from '@/ui/charts/chart-scale';
import { ComparedLegend } from '@/ui/charts/compared-legend';
import { ComparedBars, type ComparedBar } from '@/ui/charts/compared-bars';
import { usePhone } from '@/ui/layout/use-phone';
import { weekdayDate } from '../screen/month-names';
import { compareTexts } from './compare-texts';
import { compareDays, type Comparison, type ComparedDay } from './comparison';
import type { PeriodNames } from './period-names';
import { DaysTable } from './days-table';
import { useDayNames } from './day-names';
import styles from './compare.module.css';

/** A chart against each of the other periods, of one scale, and the table with the same figures. */
export function DayComparison({ comparison, names }: { comparison: Comparison; names: PeriodNames }) {
  const say = usePageText('businessday/month/compare', compareTexts);
  const { locale } = useFormat();
  const days = compareDays(comparison);
  const sums = days.flatMap(({ gross, before, yearBefore }) => [gross, before, yearBefore]);
  const highest = Math.max(0, ...sums.map((sum) => Number(sum ?? 0)));
  const compared = ([1, 2] as const).filter((at) => comparison.periods[at].totals.count > 0);
  if (compared.length === 0) return null;
  return (
    <>
      <h3 className={styles.head}>{say('byDay')}</h3>
      {compared.map((at) => (
        <DayChart key={at} names={names} at={at} days={days} {...chartScale(highest, locale)} />
      ))}
      <details className={styles.days}>
        <summary>{say('days')}</summary>
        <DaysTable comparison={comparison} names={names} days={days} compared={compared} />
      </details>
    </>
  );
}

function DayChart({
  names,
  at,
  days,
  ...scale
}: { names: PeriodNames; at: 1 | 2; days: readonly ComparedDay[] } & ReturnType<typeof chartScale>) {
  const say = usePageText('businessday/month/compare', compareTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const nameOf = useDayNames();
  const shown = days
    .filter(({ dates }) => (dates[0] ?? dates[at] ?? null) !== null)
    .map((day) => ({ ...day, other: at === 1 ? day.before : day.yearBefore }));
  const main = shown.reduce(
    (most, { gross }, place) => (gross?.gt(shown[most]?.gross ?? 0) ? place : most),
    shown.findIndex(({ gross }) => gross !== null),
  );
  const isNamed = (day: ComparedDay, place: number) =>
    place === main ||
    shown.length <= 7 ||
    (day.dates[0] !== null &&
      day.weekday === 1 &&
      (!isPhone || day.ordinal % 2 === 1) &&
      Math.abs(place - main) > (isPhone ? 5 : 2));
  const bars = shown.map((day, place): ComparedBar => {
    const other = day.dates[at] ?? null;
    return {
      key: `${day.ordinal} ${day.weekday}`,
      label: nameOf(day),
      short: isNamed(day, place) ? nameOf(day, 'short') : undefined,
      amount: day.gross && Number(day.gross),
      before: day.other && Number(day.other),
      text: day.gross ? format.money(day.gross.toFixed()) : noValue,
      beforeText:
        other && day.other
          ? `${weekdayDate(other, format.locale)}: ${format.money(day.other.toFixed())}`
          : noValue,
      isMain: place === main,
    };
  });
  return (
    <div className={styles.chart}>
      <ComparedLegend bars={names[0].long} line={names[at].long} className={styles.legend} />
      <ComparedBars
        label={say('chart', { month: names[0].long, other: names[at].long })}
        height={160}
        bars={bars}
        {...scale}
      />
    </div>
  );
}
