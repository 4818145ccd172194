import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import type { Month, MonthEntry } from '../schema';
import { weekdayDate } from './month-names';
import { monthTexts } from './month-texts';
import styles from './month.module.css';

/** What was stated with a lock: why days are missing, and why questions could stay open. */
export function Stated({ entry, month }: { entry: MonthEntry; month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const { locale } = useFormat();
  const { missing, questions } = entry;
  if (missing.length === 0 && questions === null) return null;
  const names = new Map(month.locations.map(({ id, name }) => [id, name]));
  return (
    <>
      <h3>{say('stated')}</h3>
      <ul className={styles.entries}>
        {missing.map(({ location_id, date, reason }) => (
          <li key={`${location_id} ${date}`}>
            <span className="ink">
              {say('stated.missing', {
                day: [names.get(location_id), weekdayDate(date, locale)].filter(Boolean).join(', '),
              })}
            </span>
            <span className={styles.reason}>{reason}</span>
          </li>
        ))}
        {questions && (
          <li>
            <span className="ink">{say('stated.questions', { count: questions.ids.length })}</span>
            <span className={styles.reason}>{questions.reason}</span>
          </li>
        )}
      </ul>
    </>
  );
}
