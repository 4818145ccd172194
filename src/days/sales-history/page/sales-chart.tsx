import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePageText } from '@/app/i18n/i18n';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { chartScale } from '@/ui/charts/chart-scale';
import { ComparedLegend } from '@/ui/charts/compared-legend';
import { ComparedBars, type ComparedBar } from '@/ui/charts/compared-bars';
import { usePhone } from '@/ui/layout/use-phone';
import { lengthOf } from '@/record/period';
import { usePeriodWords } from '../../report/period-words';
import type { SalesBy, SalesHistory } from '../answer';
import { barsOf, comparedBy, type ComparedSales } from './compared';
import { salesQuery } from './history-query';
import { useRowNames } from './row-names';
import { texts } from './texts';
import type { Question } from './use-question';
import styles from './history.module.css';

/** Breakdowns that are a chart themselves; the others have their period below them, by day or by month. */
const ownChart: readonly SalesBy[] = ['hour', 'weekday', 'day', 'month'];
const daysAtMost = 62;

/** The sales of the period as bars, with a short line each for the days that these are compared with. */
export function SalesChart({ sales, question }: { sales: ComparedSales; question: Question }) {
  const { now, before } = sales;
  const { client } = useApp().current;
  const isOwn = ownChart.includes(now.by) && now.rows.length <= daysAtMost;
  const by: SalesBy = isOwn ? now.by : lengthOf(now) > daysAtMost ? 'month' : 'day';
  const asked = { ...question.asked, by, currency: now.currency };
  // Of days and months to come it is shown, too, what they will be compared with.
  const isTime = by === 'day' || by === 'month';
  const time = useQuery({ ...salesQuery(client, asked), enabled: !isOwn, placeholderData: keepPreviousData });
  const past = useQuery({
    ...salesQuery(client, { ...asked, ...question.beside, by: comparedBy(by) }),
    enabled: !isOwn || isTime,
    placeholderData: keepPreviousData,
  });
  const shown = isOwn ? now : time.data?.by === by ? time.data : undefined;
  if (!shown) return <div className={styles.chart} />;
  return (
    <div className={styles.chart}>
      <Bars now={shown} before={isTime ? past.data : before} />
    </div>
  );
}

function Bars({ now, before }: { now: SalesHistory; before: SalesHistory | undefined }) {
  const say = usePageText('sales/history', texts);
  const format = useFormat();
  const { besideText } = usePeriodWords();
  const isPhone = usePhone();
  const rows = barsOf({ now, before });
  // As many names as there is room for, and none beside that of the highest bar.
  const every = Math.ceil(rows.length / (isPhone ? 5 : 12));
  // What happened on which weekday is asked of a weekend or a week.
  const { nameOf, shortOf } = useRowNames(now.by, now.currency, every <= 2);
  const amounts = rows.map(({ gross }) => Number(gross ?? 0));
  const highest = Math.max(0, ...amounts, ...rows.map((row) => Number(row.before ?? 0)));
  const main = amounts.indexOf(Math.max(...amounts));
  const bars = rows.map((row, at): ComparedBar => ({
    key: row.id ?? row.name ?? '',
    label: nameOf(row),
    short: at === main || (at % every === 0 && Math.abs(at - main) >= every) ? shortOf(row) : undefined,
    amount: row.gross === null ? null : Number(row.gross),
    before: row.before === null ? null : Number(row.before),
    text: row.gross === null ? noValue : format.money(row.gross),
    beforeText: row.before === null ? noValue : format.money(row.before),
    isMain: at === main,
  }));
  return (
    <>
      <ComparedLegend bars={say('now')} line={besideText} className={styles.legend} />
      <ComparedBars
        label={say('chart', { by: say(`by.${now.by}`), before: besideText })}
        height={190}
        {...chartScale(highest, format.locale)}
        headers={[say(`by.${now.by}`), say('now'), besideText]}
        bars={bars}
      />
    </>
  );
}
