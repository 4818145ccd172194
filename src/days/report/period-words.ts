import { rangeText } from '@/app/grid/filters/range-chip';
import { defineTexts, usePageText, useText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { comparedUntil, datesIn, fellowOf, shiftOf, type Against, type Period } from '@/record/period';

/** What every page says of a period: which days are counted, and which are compared with which. */
export const periodTexts = defineTexts({
  en: {
    all: 'Open days are counted as they stand.',
    closed: 'Closed days only.',
    changes: 'Changes: {{days}} against {{before}}.',
    'changes.none': 'No changes yet: today is left out of them.',
    today: 'Today is left out of them.',
    fifth: 'A fifth weekday that only one month has is left out of them.',
    'sameWeekdays.month': 'the same weekdays of {{month}}',
    'sameWeekdays.weeks_one': 'the same weekdays a week before',
    'sameWeekdays.weeks_other': 'the same weekdays {{count, number}} weeks before',
  },
  fi: {
    all: 'Avoimet päivät ovat mukana sellaisinaan.',
    closed: 'Vain suljetut päivät.',
    changes: 'Muutokset: {{days}}. Vertailu: {{before}}.',
    'changes.none': 'Ei vielä muutoksia: kuluva päivä ei ole niissä mukana.',
    today: 'Kuluva päivä ei ole niissä mukana.',
    fifth: 'Viides viikonpäivä, joka on vain toisessa kuukaudessa, ei ole niissä mukana.',
    'sameWeekdays.month': 'samat viikonpäivät, {{month}}',
    'sameWeekdays.weeks_one': 'samat viikonpäivät viikkoa aiemmin',
    'sameWeekdays.weeks_other': 'samat viikonpäivät {{count, number}} viikkoa aiemmin',
  },
});

/** Returns the words for what is counted in a period, and for what its changes are of (record/period.ts). */
export function usePeriodWords() {
  const say = usePageText('businessday/period', periodTexts);
  const sayCore = useText();
  const format = useFormat();
  const monthText = new Intl.DateTimeFormat(format.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const besideText = (period: Period, against: Against = 'before'): string => {
    const shift = shiftOf(period, against);
    return 'month' in shift
      ? say('sameWeekdays.month', { month: monthText.format(new Date(`${shift.month}-01T00:00:00Z`)) })
      : say('sameWeekdays.weeks', { count: shift.weeks });
  };
  return {
    /** Which days are counted: all of them, or the closed ones. */
    countedText: (counted: 'all' | 'closed'): string => say(counted),
    /** The days that a period is compared with: "the same weekdays of October 2026". */
    besideText,
    /** Which days are compared with which. */
    changesText: (period: Period, today: string): string => {
      const until = comparedUntil(period, today);
      if (until < period.from) return say('changes.none');
      const dates = datesIn({ from: period.from, to: until });
      const hasFifth = 'month' in shiftOf(period) && dates.some((date) => fellowOf(period)(date) === null);
      return [
        say('changes', {
          days: rangeText(period.from, until, format, sayCore),
          before: besideText(period),
        }),
        ...(until < today && today <= period.to ? [say('today')] : []),
        ...(hasFifth ? [say('fifth')] : []),
      ].join(' ');
    },
  };
}
