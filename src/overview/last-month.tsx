import { usePageText } from '@/core/app/i18n/i18n';
import { State } from '@/core/ui/display/badge';
import { Link } from '@/core/ui/layout/link';
import { useLastMonth } from '@/resources/businessday/month/list/use-last-month';
import { overviewTexts } from './texts';
import styles from './overview.module.css';

/** That last month is not locked yet, and what it waits for. Nothing once it is locked, or if it has no days. */
export function LastMonth({ today }: { today: string }) {
  const say = usePageText('overview', overviewTexts);
  const waiting = useLastMonth(today);
  if (!waiting) return null;
  const { name: month, text, isReady, href } = waiting;
  return (
    <section className={styles.lastMonth} aria-labelledby="last-month">
      <h2 id="last-month">{say('lastMonth', { month })}</h2>
      <State color={isReady ? 'ok' : 'attention'}>{text}</State>
      <Link href={href} className="link">
        {say(isReady ? 'lastMonth.lock' : 'lastMonth.see', { month })}
      </Link>
    </section>
  );
}
