import { useQueries } from '@tanstack/react-query';
import { use } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { SkeletonLines } from '@/ui/display/empty-state';
import { TodayContext } from '@/ui/display/ui-strings';
import { useSeen } from '@/ui/layout/use-seen';
import { cx } from '@/ui/style/cx';
import { lengthOf, periodBeside, shiftOf, weeksAtMost } from '@/record/period';
import { compare } from '../../month/compare/comparison';
import { compareTexts } from '../../month/compare/compare-texts';
import { DayComparison } from '../../month/compare/day-comparison';
import { NotCompared } from '../../month/compare/not-compared';
import type { PeriodNames } from '../../month/compare/period-names';
import { PeriodComparison } from '../../month/compare/period-comparison';
import { ShopComparison } from '../../month/compare/shop-comparison';
import { usePeriodWords } from '../../report/period-words';
import { summaryReport } from '../../report/data/report-query';
import type { Summary } from '../../report/schema/summary';
import compareStyles from '../../month/compare/compare.module.css';
import styles from '../../report/report.module.css';

/**
 * Days beside those before and those of a year before: in all, day by day, shop by shop, if they are not too many for it. They are read when
 * they come into view.
 */
export function ComparedDays({ summary, locations }: { summary: Summary; locations: readonly string[] }) {
  const days = lengthOf(summary);
  return days < 1 || days > weeksAtMost ? null : <Compared summary={summary} locations={locations} />;
}

function Compared({ summary, locations }: { summary: Summary; locations: readonly string[] }) {
  const { currency } = summary;
  const say = usePageText('businessday/month/compare', compareTexts);
  const { locale } = useFormat();
  const { client } = useApp().current;
  const { countedText, changesText } = usePeriodWords();
  const today = use(TodayContext)();
  const [element, isSeen] = useSeen<HTMLElement>();
  const ranges = (['before', 'year'] as const).map((against) => periodBeside(summary, against));
  const others = useQueries({
    queries: ranges.map(({ from, to }) => ({
      ...summaryReport(client, { locations, from, to, currency }),
      enabled: isSeen,
    })),
  });
  const [before, yearBefore] = others.map(({ data }) => data);
  const comparison = before && yearBefore ? compare([summary, before, yearBefore], today) : null;
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
  const shift = shiftOf(summary);
  const [weekRange = summary, yearRange = summary] = ranges;
  const names: PeriodNames = [
    nameOf(say('theseDays'), summary),
    nameOf('month' in shift ? say('lastMonth') : say('weeksBefore', { count: shift.weeks }), weekRange),
    nameOf(say('yearBefore'), yearRange),
  ];
  return (
    <section ref={element} className={cx(styles.block, compareStyles.late)} aria-label={say('compare')}>
      <h2>{say('compare')}</h2>
      <NotCompared queries={others} text="daysNotCompared" />
      {comparison ? (
        <>
          <PeriodComparison comparison={comparison} names={names} />
          <p
            className={cx('meta', compareStyles.note)}
          >{`${countedText('all')} ${changesText(today, summary)}`}</p>
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
