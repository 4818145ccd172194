import { useQueries } from '@tanstack/react-query';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { SkeletonLines } from '@/ui/display/empty-state';
import { useSeen } from '@/ui/layout/use-seen';
import { cx } from '@/ui/style/cx';
import { compareTexts } from '../../month/compare/compare-texts';
import { DayComparison } from '../../month/compare/day-comparison';
import { NotCompared } from '../../month/compare/not-compared';
import type { PeriodNames } from '../../month/compare/period-names';
import { PeriodComparison } from '../../month/compare/period-comparison';
import { ShopComparison } from '../../month/compare/shop-comparison';
import { summaryReport } from '../../report/data/report-query';
import type { Summary } from '../../report/schema/summary';
import { rangeBefore, compareRanges, weeksBefore, weeksOfYear } from './compared-ranges';
import compareStyles from '../../month/compare/compare.module.css';
import styles from '../../report/report.module.css';

/** Days beside those of the week before and of a year before: in all, day by day, shop by shop. They are read when they come into view. */
export function ComparedDays({ summary, locations }: { summary: Summary; locations: readonly string[] }) {
  const weeks = weeksBefore(summary.from, summary.to);
  return weeks === null ? null : <Compared summary={summary} locations={locations} weeks={weeks} />;
}

function Compared(props: { summary: Summary; locations: readonly string[]; weeks: number }) {
  const { summary, locations, weeks } = props;
  const { from, to, currency } = summary;
  const say = usePageText('businessday/month/compare', compareTexts);
  const { locale } = useFormat();
  const { client } = useApp().current;
  const [element, isSeen] = useSeen<HTMLElement>();
  const ranges = [weeks, weeksOfYear].map((before) => rangeBefore(from, to, before));
  const others = useQueries({
    queries: ranges.map((range) => ({
      ...summaryReport(client, { locations, ...range, currency }),
      enabled: isSeen,
    })),
  });
  const [before, yearBefore] = others.map(({ data }) => data);
  const comparison = before && yearBefore ? compareRanges([summary, before, yearBefore]) : null;
  const nameOf = (label: string, range: { from: string; to: string }) => ({
    label,
    long: spanText(range, locale, 'long'),
    short: spanText(range, locale, 'short'),
    href: `?${new URLSearchParams({
      from: range.from,
      to: range.to,
      ...(locations.length > 0 && { location_id: locations.join(',') }),
    }).toString()}`,
  });
  const [weekRange = summary, yearRange = summary] = ranges;
  const names: PeriodNames = [
    nameOf(say('theseDays'), summary),
    nameOf(say('weeksBefore', { count: weeks }), weekRange),
    nameOf(say('yearBefore'), yearRange),
  ];
  return (
    <section ref={element} className={cx(styles.block, compareStyles.late)} aria-label={say('compare')}>
      <h2>{say('compare')}</h2>
      <NotCompared queries={others} text="daysNotCompared" />
      {comparison ? (
        <>
          <PeriodComparison comparison={comparison} names={names} />
          <p className={cx('meta', compareStyles.note)}>{say('howDays')}</p>
          <DayComparison comparison={comparison} names={names} />
          <ShopComparison comparison={comparison} names={names} />
        </>
      ) : (
        others.every(({ isError }) => !isError) && <SkeletonLines lines={6} />
      )}
    </section>
  );
}

/** Returns a range of days in words, as short as the language has it: "9 – 15 Nov 2026". */
function spanText(
  { from, to }: { from: string; to: string },
  locale: string,
  width: 'long' | 'short',
): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(width === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  const dates = [from, to].map((date) => new Date(`${date}T00:00:00Z`));
  const [first = new Date(0), last = first] = dates;
  return format.formatRange(first, last);
}
