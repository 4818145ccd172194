import type { Big } from 'big.js';
import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { useChangeText } from '../../report/percent-text';
import { compareTexts } from './compare-texts';
import type { Comparison, ComparedDay } from './comparison';
import type { PeriodNames } from './period-names';
import { useDayNames } from './day-names';
import { dateWords } from '@/ui/display/date-words';

/** The figures of the charts: each day, the same weekdays of the other periods with their dates, and what all come to. */
export function DaysTable(props: {
  comparison: Comparison;
  names: PeriodNames;
  days: readonly ComparedDay[];
  compared: readonly (1 | 2)[];
}) {
  const { comparison, names, days, compared } = props;
  const say = usePageText('businessday/month/compare', compareTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const nameOf = useDayNames();
  const changeText = useChangeText();
  const { locale } = format;
  const dateOf = (date: string) => dateWords(date, locale, { day: 'numeric', month: 'short' });
  const money = (sum: Big | null) => (sum === null ? noValue : format.money(sum.toFixed()));
  const column = (at: 0 | 1 | 2, of: (day: ComparedDay) => Big | null): SheetColumn<ComparedDay> => ({
    id: `gross${at}`,
    header: () => names[at].short,
    meta: { width: isPhone ? 84 : 104, align: 'right' },
    cell: ({ row: { original } }) =>
      at === 0 ? <b className="ink">{money(of(original))}</b> : money(of(original)),
    footer: () => format.money(comparison.periods[at].totals.gross),
  });
  const date = (at: 1 | 2): SheetColumn<ComparedDay> => ({
    id: `date${at}`,
    header: () => '',
    meta: { width: 64, align: 'right' },
    cell: ({ row: { original } }) => {
      const found = original.dates[at] ?? null;
      return <span className="muted">{found === null ? '' : dateOf(found)}</span>;
    },
    footer: () => '',
  });
  const change = (at: 1 | 2): SheetColumn<ComparedDay> => ({
    id: `change${at}`,
    header: () => say('change'),
    meta: { width: 76, align: 'right' },
    cell: ({ row: { original } }) => (
      <span className="muted">{changeText(at === 1 ? original.onBefore : original.onYear)}</span>
    ),
    footer: () => '',
  });
  return (
    <SheetTable
      label={say('days')}
      rows={days.filter(({ dates }) => [0 as const, ...compared].some((at) => (dates[at] ?? null) !== null))}
      rowKey={({ ordinal, weekday }) => `${ordinal} ${weekday}`}
      minWidth={isPhone ? undefined : 160 + 104 + 244 * compared.length}
      columns={[
        {
          id: 'day',
          header: () => say('day'),
          cell: ({ row: { original } }) => (
            <span className="ink">{nameOf(original, isPhone ? 'short' : 'long')}</span>
          ),
          footer: () => say('all'),
        },
        column(0, ({ gross }) => gross),
        ...compared.flatMap((at) => {
          const sums = column(at, (day) => (at === 1 ? day.before : day.yearBefore));
          return isPhone ? [sums] : [date(at), sums, change(at)];
        }),
      ]}
    />
  );
}
