import { CalendarPlus, Sigma } from 'lucide-react';
import { usualRanges } from '@/app/grid/filters/usual-ranges';
import { defineTexts } from '@/app/i18n/i18n';
import type { CommandsOf } from '@/app/shell/screen';
import { mayOpenAndClose, mayReadReports } from '../closing/day-roles';

/** Texts of the actions, loaded with them. */
export const texts = defineTexts({
  en: { 'command.sumUp': 'Sum up {{month}}', 'command.open': 'Open a day' },
  fi: { 'command.sumUp': 'Yhteenveto: {{month}}', 'command.open': 'Avaa päivä' },
});

/** Returns the actions on business days: the summaries of the last month and of this one, and a day to open. */
export const commandsOf: CommandsOf = ({ say, today, locale, me, can }) => {
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const summaries = usualRanges(today).filter(
    (range) => range.name === 'lastMonth' || range.name === 'month',
  );
  return [
    ...(can.daySummaries && mayReadReports(me) ? summaries.toReversed() : []).map(({ from, until }) => ({
      label: say('command.sumUp', { month: name.format(new Date(from)) }),
      icon: Sigma,
      href: `/business-days/summary?from=${from}&to=${until}`,
    })),
    ...(can.dayClosing && mayOpenAndClose(me)
      ? [{ label: say('command.open'), icon: CalendarPlus, href: '/business-days/open' }]
      : []),
  ];
};
