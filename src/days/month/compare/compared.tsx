import { mayReadMargins } from '../../closing/day-roles';
import { useQueries, useQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import { use, useEffect } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Link } from '@/ui/layout/link';
import { cx } from '@/ui/style/cx';
import { MarginPart } from '../margin/margin-part';
import { marginQuery, type MarginAsked } from '../margin/margin-query';
import { plusMonths } from '@/record/calendar';
import { TodayContext } from '@/ui/display/ui-strings';
import { periodOfMonth } from '@/record/period';
import { usePeriodWords } from '../../report/period-words';
import type { Month } from '../schema';
import { longMonth, shortMonth } from '../screen/month-names';
import { monthQuery } from '../screen/month-query';
import { Cashiers, cashiersQuery, type CashiersAsked } from './cashiers';
import { compareTexts } from './compare-texts';
import { compare, daysOfMonth } from './comparison';
import { DayComparison } from './day-comparison';
import { NotCompared } from './not-compared';
import { PeriodComparison } from './period-comparison';
import type { PeriodNames } from './period-names';
import { ShopComparison } from './shop-comparison';
import compareStyles from './compare.module.css';
import styles from '../screen/month.module.css';

/** The margin of a month; the month beside the one before and the same one of the year before: in all, by day, by shop; and its cashiers. `onRead` is called once all of it is there, or could not be read. */
export function Compared({ month, onRead }: { month: Month; onRead?: (() => void) | undefined }) {
  const say = usePageText('businessday/month/compare', compareTexts);
  const { locale } = useFormat();
  const { countedText, changesText } = usePeriodWords();
  const today = use(TodayContext)();
  const { client, me } = useApp().current;
  const hasMargin = mayReadMargins(me);
  const [location_id] = useQueryState('location_id', parseAsArrayOf(parseAsString).withDefault([]));
  const chosen = location_id.length > 0 && { location_id: location_id.join(',') };
  const period = periodOfMonth(month.month);
  const asked: CashiersAsked = { ...period, location_id, currency: month.currency };
  const others = useQueries({
    queries: [-1, -12].map((months) =>
      monthQuery(client, {
        month: plusMonths(month.month, months),
        ...chosen,
        currency: month.currency,
      }),
    ),
  });
  const cashiers = useQuery(cashiersQuery(client, asked));
  const priced: MarginAsked = { month: month.month, currency: month.currency, location_id };
  const margin = useQuery({ ...marginQuery(client, priced), enabled: hasMargin });
  const isRead = [...others, cashiers, ...(hasMargin ? [margin] : [])].every(({ isPending }) => !isPending);
  useEffect(() => {
    if (isRead) onRead?.();
  }, [isRead, onRead]);
  const [before, yearBefore] = others.map(({ data }) => data);
  const comparison =
    before && yearBefore
      ? compare([daysOfMonth(month), daysOfMonth(before), daysOfMonth(yearBefore)], today)
      : null;
  const nameOf = (label: string, months: number) => {
    const name = plusMonths(month.month, months);
    return {
      label: say(label),
      long: longMonth(name, locale),
      short: `${shortMonth(name, locale)} ${name.slice(0, 4)}`,
      href: `/months/${name}`,
    };
  };
  const names: PeriodNames = [nameOf('thisMonth', 0), nameOf('lastMonth', -1), nameOf('lastYear', -12)];
  const sales = (by: string) =>
    `/sales?${new URLSearchParams({ by, ...period, ...chosen, currency: month.currency }).toString()}`;
  return (
    <>
      {hasMargin && <MarginPart asked={priced} />}
      <section className={cx(styles.block, compareStyles.whole)} aria-label={say('compare')}>
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
        <NotCompared queries={others} text="notCompared" />
        {comparison && (
          <>
            <PeriodComparison comparison={comparison} names={names} />
            <p className={cx('meta', compareStyles.note)}>
              {[
                countedText('all'),
                ...(comparison.periods.slice(1).some(({ totals }) => totals.count > 0)
                  ? [changesText(today, period)]
                  : []),
              ].join(' ')}
            </p>
            <DayComparison comparison={comparison} names={names} />
            <ShopComparison comparison={comparison} names={names} />
          </>
        )}
        <Cashiers asked={asked} href={sales('cashier')} />
      </section>
    </>
  );
}
