import { useQuery } from '@tanstack/react-query';
import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { useApp } from '@/core/app/shell/app-context';
import { State } from '@/core/ui/display/badge';
import { Link } from '@/core/ui/layout/link';
import { waitsText } from '@/resources/businessday/month/list/waits-text';
import { plusMonths } from '@/resources/businessday/month/missing-days';
import { monthName } from '@/resources/businessday/month/screen/month-names';
import { monthSettleQuery } from '@/resources/businessday/month/screen/month-query';
import { monthTexts } from '@/resources/businessday/month/screen/month-texts';
import { overviewTexts } from './texts';
import styles from './overview.module.css';

/** That last month is not locked yet, and what it waits for. Nothing once it is locked, or if it has no days. */
export function LastMonth({ today }: { today: string }) {
  const say = usePageText('overview', overviewTexts);
  const sayMonth = usePageText('businessday/month', monthTexts);
  const { locale } = useFormat();
  const { client } = useApp().current;
  const month = plusMonths(today.slice(0, 7), -1);
  const { data } = useQuery(monthSettleQuery(client, month));
  if (!data || data.locked || !data.over || data.days === 0) return null;
  const name = monthName(month, locale);
  const waits = waitsText(data, sayMonth);
  const isReady = data.settle.length === 0;
  return (
    <section className={styles.lastMonth} aria-labelledby="last-month">
      <h2 id="last-month">{say('lastMonth', { month: name })}</h2>
      <State color={isReady ? 'ok' : 'attention'}>{waits || sayMonth('ready')}</State>
      <Link href={`/months/${month}${waits === '' ? '' : '#settle'}`} className="link">
        {say(isReady ? 'lastMonth.lock' : 'lastMonth.see', { month: name })}
      </Link>
    </section>
  );
}
