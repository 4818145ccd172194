import { useRecordValue } from '@/core/app/form/engine/record-context';
import { textOf } from '@/core/app/form/engine/number-text';
import { useTextOf } from '@/core/app/i18n/i18n';
import { isArray, isNumber, type Json } from '@/core/record/json';
import { useFormat } from '@/core/app/i18n/use-format';
import { weekdayNames } from '@/core/app/i18n/weekdays';
import { WeekChart } from '@/core/ui/charts/week-chart';
import { hoursOfWeek } from '@/core/record/week-hours';

/** Chart of the week in which the price list is valid; it updates while the form is edited. */
export function Week() {
  const say = useTextOf('pricelist');
  const names = weekdayNames(useFormat().locale);
  const days = hoursOfWeek({
    weekdays: daysIn(useRecordValue(['data', 'weekdays'])),
    time_from: textOf(useRecordValue(['data', 'time_from'])),
    time_until: textOf(useRecordValue(['data', 'time_until'])),
  });
  const words = days.flatMap((ranges, day) =>
    ranges.map(({ from, until }) => `${names[day]} ${clock(from)}–${clock(until)}`),
  );
  return <WeekChart label={`${say('week')}: ${words.join(', ')}`} names={names} days={days} />;
}

const daysIn = (value: Json | undefined): number[] =>
  isArray(value) ? value.filter(isNumber).map((day) => Number(day.value)) : [];

const two = (count: number): string => String(count).padStart(2, '0');
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
