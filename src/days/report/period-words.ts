import { rangeText } from '@/app/grid/filters/range-chip';
import { defineTexts, usePageText, useText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { comparedUntil, datesIn, fellowOf, lengthOf, shiftOf, type Period } from '@/record/period';

/** What every page says of a period: which days are counted, and which are compared with which. */
export const periodTexts = defineTexts({
  en: {
    all: 'Open days are counted as they stand.',
    closed: 'Closed days only.',
    changes: 'Changes: {{pairs}}.',
    pair: '{{days}} against {{before}}',
    'changes.none': 'No changes yet: today is left out of them.',
    today: 'Today is left out of them.',
    fifth: 'A fifth weekday that only one month has is left out of them.',
    before: 'the same weekdays before',
    'sameWeekday.weeks_one': 'the same weekday a week before',
    'sameWeekday.weeks_other': 'the same weekday {{count, number}} weeks before',
    'sameWeekdays.month': 'the same weekdays of {{month}}',
    'sameWeekdays.weeks_one': 'the same weekdays a week before',
    'sameWeekdays.weeks_other': 'the same weekdays {{count, number}} weeks before',
  },
  fi: {
    all: 'Avoimet päivät ovat mukana sellaisinaan.',
    closed: 'Vain suljetut päivät.',
    changes: 'Muutokset: {{pairs}}.',
    pair: '{{days}}, vertailuna {{before}}',
    'changes.none': 'Ei vielä muutoksia: kuluva päivä ei ole niissä mukana.',
    today: 'Kuluva päivä ei ole niissä mukana.',
    fifth: 'Viides viikonpäivä, joka on vain toisessa kuukaudessa, ei ole niissä mukana.',
    before: 'samat viikonpäivät aiemmin',
    'sameWeekday.weeks_one': 'sama viikonpäivä viikkoa aiemmin',
    'sameWeekday.weeks_other': 'sama viikonpäivä {{count, number}} viikkoa aiemmin',
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
  const pairText = (period: Period, until: string): string => {
    const shift = shiftOf(period);
    const days = lengthOf(period) === 1 ? 'sameWeekday' : 'sameWeekdays';
    return say('pair', {
      days: rangeText(period.from, until, format, sayCore),
      before:
        'month' in shift
          ? say(`${days}.month`, { month: monthText.format(new Date(`${shift.month}-01T00:00:00Z`)) })
          : say(`${days}.weeks`, { count: shift.weeks }),
    });
  };
  return {
    /** Which days are counted: all of them, or the closed ones. */
    countedText: (counted: 'all' | 'closed'): string => say(counted),
    /** What lies beside a period, in short. */
    besideText: say('before'),
    /** Which days of periods are compared with which. */
    changesText: (today: string, ...periods: Period[]): string => {
      const compared = periods.filter((period) => comparedUntil(period, today) >= period.from);
      if (compared.length === 0) return say('changes.none');
      const hasFifth = compared.some((period) => {
        const dates = datesIn({ from: period.from, to: comparedUntil(period, today) });
        return 'month' in shiftOf(period) && dates.some((date) => fellowOf(period)(date) === null);
      });
      return [
        say('changes', {
          pairs: compared.map((period) => pairText(period, comparedUntil(period, today))).join('; '),
        }),
        ...(compared.some(({ from, to }) => from <= today && today <= to) ? [say('today')] : []),
        ...(hasFifth ? [say('fifth')] : []),
      ].join(' ');
    },
  };
}
