import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { weekdayDate } from '../screen/month-names';
import type { AlignedDay } from './comparison';
import { compareTexts } from './compare-texts';
import { dateWords } from '@/ui/display/date-words';
import { addDays } from '@/record/calendar';

/** Returns how a day of the month is called: "Thu 1 Oct", in short "Thu 1"; without a date "Fifth Mon". */
export function useDayNames(): (day: AlignedDay, width?: 'long' | 'short') => string {
  const say = usePageText('businessday/month/compare', compareTexts);
  const { locale } = useFormat();
  return ({ dates: [date], weekday }, width = 'long') => {
    if (date !== null && width === 'long') return weekdayDate(date, locale);
    // 5 January 2026 was a Monday.
    const name = dateWords(addDays('2026-01-04', weekday), locale, { weekday: 'short' });
    return date === null ? say('fifth', { weekday: name }) : `${name} ${Number(date.slice(8))}`;
  };
}
