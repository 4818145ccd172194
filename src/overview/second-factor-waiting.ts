import { use } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { daysBetween } from '@/record/calendar';
import { TodayContext } from '@/ui/display/ui-strings';
import { overviewTexts } from './texts';
import type { Waiting } from './waiting';

/** Returns the days that are left to set up the second factor that a company asks of the person; none for who has shown one. */
export function useSecondFactorWaiting(): Waiting[] {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const asked = useApp().current.me?.user?.second_factor;
  const today = use(TodayContext)();
  if (!asked) return [];
  const count = daysBetween(today, asked.from);
  return [
    {
      kind: 'access',
      key: 'second',
      count,
      isRisk: true,
      what: say('todo.second', { count }),
      where: say('todo.second.by', { company: asked.company, day: format.day(asked.from) }),
      action: say('do.setUp'),
      href: '/sessions',
    },
  ];
}
