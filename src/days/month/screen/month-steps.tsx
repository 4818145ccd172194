import { ChevronLeft, ChevronRight } from 'lucide-react';
import { use, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Button, ButtonGroup } from '@/ui/display/button';
import { TodayContext } from '@/ui/display/ui-strings';
import { stepOfKey } from '../../report/step-keys';
import { plusMonths } from '@/record/calendar';
import { longMonth, shortMonth } from './month-names';
import { monthTexts } from './month-texts';
import reportStyles from '../../report/report.module.css';

/** Buttons to the month before and the month after, with the keys of the day report: J, K and the brackets. */
export function MonthSteps({ month }: { month: string }) {
  const say = usePageText('businessday/month', monthTexts);
  const { locale } = useFormat();
  const navigate = useNavigate();
  const today = use(TodayContext)();
  const earlier = plusMonths(month, -1);
  const next = plusMonths(month, 1);
  const later = next <= today.slice(0, 7) ? next : null;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = stepOfKey(event);
      if (to === null) return;
      event.preventDefault();
      const target = to === 'earlier' ? earlier : later;
      if (target !== null) void navigate(`/months/${target}`);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [earlier, later, navigate]);
  const step = (to: string | null, name: string, keys: string, isBack: boolean) => (
    <Button
      icon={isBack ? ChevronLeft : undefined}
      iconEnd={isBack ? undefined : ChevronRight}
      title={to === null ? name : `${name}: ${longMonth(to, locale)}`}
      aria-label={to === null ? name : `${name}: ${longMonth(to, locale)}`}
      aria-keyshortcuts={keys}
      disabled={to === null}
      onClick={() => to !== null && void navigate(`/months/${to}`)}
    >
      <span className={reportStyles.stepText}>{to === null ? '–' : shortMonth(to, locale)}</span>
    </Button>
  );
  return (
    <ButtonGroup label={say('steps')}>
      {step(earlier, say('earlier'), 'J', true)}
      {step(later, say('later'), 'K', false)}
    </ButtonGroup>
  );
}
