import { use } from 'react';
import { useApp } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { AskContext } from '../report/questions/ask-button';
import { toReopen } from '../report/questions/opened-question';
import type { DayReport } from '../report/data/report-query';
import { mayReopen } from './day-roles';
import { dayTexts } from './day-texts';
import styles from '../report/report.module.css';

/** Says on a closed day who can reopen it, to those who cannot; one press asks an accountant, in words that are there already. */
export function WhoReopens({ day }: { day: DayReport['businessday'] }) {
  const say = usePageText('businessday/day', dayTexts);
  const { me } = useApp().current;
  const ask = use(AskContext);
  if (day.status !== 'closed' || me === null || mayReopen(me)) return null;
  return (
    <p className={`${styles.note} no-print`}>
      {say('reopen.who')}{' '}
      {ask && (
        <button type="button" className="link" onClick={() => ask(toReopen)}>
          {say('reopen.ask')}
        </button>
      )}
    </p>
  );
}
