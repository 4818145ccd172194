import { useQuery } from '@tanstack/react-query';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { plusMonths } from '@/record/calendar';
import { monthName } from '../screen/month-names';
import { monthSettleQuery } from '../screen/month-query';
import { monthTexts } from '../screen/month-texts';
import { useReadyText, waitsText } from './waits-text';

/** A month that is over and not locked: its name, what it waits for in words, and where that is settled. */
interface WaitingMonth {
  readonly name: string;
  readonly text: string;
  /** Nothing but a word about open questions stands against its lock. */
  readonly isReady: boolean;
  readonly href: string;
}

/** Returns what the month before that of a date waits for; null once it is locked, or if it has no days. */
export function useLastMonth(today: string): WaitingMonth | null {
  const say = usePageText('businessday/month', monthTexts);
  const ready = useReadyText();
  const { locale } = useFormat();
  const { client } = useApp().current;
  const month = plusMonths(today.slice(0, 7), -1);
  const { data } = useQuery(monthSettleQuery(client, month));
  if (!data || data.locked || !data.over || data.days === 0) return null;
  const waits = waitsText(data, say, ready);
  return {
    name: monthName(month, locale),
    text: waits || ready,
    isReady: data.settle.length === 0,
    href: `/months/${month}${waits === '' ? '' : '#settle'}`,
  };
}
