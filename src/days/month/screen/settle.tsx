import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Screen } from '@/app/shell/screen';
import { MessageCircleQuestion } from 'lucide-react';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { useApp } from '@/app/shell/app-context';
import { mayOpenAndClose } from '../../closing/day-roles';
import { wrongOf } from '../../list/days-table';
import { reportTexts } from '../../report/report-texts';
import type { Month, MonthDayState } from '../schema';
import { weekdayDate } from './month-names';
import { monthTexts } from './month-texts';
import { StateShape } from './state-shape';
import styles from './month-days.module.css';
import { dateWords } from '@/ui/display/date-words';

type Item = Month['settle'][number];

const stateOf = ({ kind }: Item): MonthDayState => (kind === 'differs' ? 'not_adding_up' : kind);

/** What must be settled before a month is locked, and the questions that are open: one line and one verb each. */
export function Settle({ screen, month }: { screen: Screen; month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const sayReport = usePageText('businessday/report', reportTexts);
  const { locale } = useFormat();
  const { me } = useApp().current;
  const mayClose = mayOpenAndClose(me);
  const list = useRef<HTMLUListElement>(null);
  const { hash } = useLocation();
  // From the list of months and the overview.
  useEffect(() => {
    if (hash === '#settle') list.current?.focus();
  }, [hash]);
  if (month.settle.length + month.questions.length === 0 || month.lock.locked) return null;
  const what = (item: Item): string => {
    if (item.kind === 'not_adding_up') return wrongOf(item, sayReport);
    if (item.kind === 'missing') return say('settle.missing', { weekday: weekday(item.date, locale) });
    return item.kind === 'open'
      ? say(mayClose ? 'settle.open' : 'settle.open.byOthers', {
          receipts: say('receiptsCount', { count: item.count }),
        })
      : say('settle.differs');
  };
  const verb = ({ kind }: Item) =>
    say(kind === 'open' && mayClose ? 'closeDay' : kind === 'missing' ? 'seeDays' : 'openDay');
  const href = ({ businessday_id, location_id, date }: Item) =>
    businessday_id === null
      ? `${screen.path}?location_id=${location_id}&date_from=${date.slice(0, 8)}01&date_until=${date}`
      : `${screen.path}/${businessday_id}`;
  return (
    <ul id="settle" ref={list} tabIndex={-1} className={styles.settle} aria-label={say('settle')}>
      {month.settle.map((item) => (
        <li key={`${item.kind} ${item.location_id} ${item.date} ${item.businessday_id}`}>
          <StateShape state={stateOf(item)} />
          <span className={styles.where}>
            {item.location_name}, {weekdayDate(item.date, locale)}
          </span>
          <span className={styles.what}>{what(item)}</span>
          <Link href={href(item)} className="link">
            {verb(item)}
          </Link>
        </li>
      ))}
      {month.questions.map(({ id, businessday_id, location_name, date, text }) => (
        <li key={id}>
          <Icon as={MessageCircleQuestion} />
          <span className={styles.where}>
            {location_name}, {weekdayDate(date, locale)}
          </span>
          <span className={styles.what}>{say('settle.question', { text })}</span>
          <Link href={`${screen.path}/${businessday_id}?question=${id}`} className="link">
            {say('seeQuestion')}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const weekday = (date: string, locale: string): string => dateWords(date, locale, { weekday: 'long' });
