import type { CSSProperties } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Screen } from '@/app/shell/screen';
import { Link } from '@/ui/layout/link';
import { datesOf } from '@/record/calendar';
import { monthDayStates, type Month, type MonthDayState } from '../schema';
import { weekdayDate } from './month-names';
import { monthTexts } from './month-texts';
import { StateShape } from './state-shape';
import calendar from './month-days.module.css';
import styles from './month.module.css';

/** The days of a month as marks, a row for each location, with what the marks mean and how many there are. */
export function MonthDays({ screen, month }: { screen: Screen; month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const dates = datesOf(month.month);
  const columns: CSSProperties & { '--dates': number; '--first': number } = {
    '--dates': dates.length,
    // On a phone the marks stand in weeks, Monday first.
    '--first': ((new Date(dates[0] ?? '').getUTCDay() + 6) % 7) + 1,
  };
  const shown = (['exported', 'closed', 'not_adding_up', 'missing', 'open'] as const).filter(
    (state) => month.states[state] > 0,
  );
  return (
    <section className={styles.block} aria-label={say('days')}>
      <h2>
        {say('days')}
        <ul className={styles.legend}>
          {shown.map((state) => (
            <li key={state}>
              <StateShape state={state} />
              <b>{format.count(month.states[state])}</b>{' '}
              {say(`mark.${state}`, { count: month.states[state] })}
            </li>
          ))}
        </ul>
      </h2>
      <div style={columns}>
        <span className={calendar.dates} aria-hidden="true">
          {dates.map((date) => (
            <span key={date} data-sunday={new Date(date).getUTCDay() === 0 || undefined}>
              {Number(date.slice(8))}
            </span>
          ))}
        </span>
        {month.locations.map(({ id, name }) => (
          <div key={id} className={calendar.marks}>
            <span className={calendar.place} title={name}>
              {name}
            </span>
            {dates.map((date) => (
              <Mark key={date} screen={screen} month={month} location={{ id, name }} date={date} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Mark of a date at a location: its worst state, leading to the day. Nothing where no day is, and none is missed. */
function Mark(props: { screen: Screen; month: Month; location: { id: string; name: string }; date: string }) {
  const { screen, month, location, date } = props;
  const say = usePageText('businessday/month', monthTexts);
  const { locale } = useFormat();
  const days = month.days.filter((day) => day.date === date && day.location_id === location.id);
  const isMissing = month.settle.some(
    (one) => one.kind === 'missing' && one.date === date && one.location_id === location.id,
  );
  const state: MonthDayState | undefined = isMissing
    ? 'missing'
    : monthDayStates.find((one) => days.some((day) => day.state === one));
  const number = <small aria-hidden="true">{Number(date.slice(8))}</small>;
  if (state === undefined) return <span>{number}</span>;
  const label = say('markOf', {
    location: location.name,
    date: weekdayDate(date, locale),
    state: say(`mark.${state}`, { count: 1 }),
  });
  const day = days.find((one) => one.state === state);
  return day ? (
    <Link href={`${screen.path}/${day.id}`} title={label} aria-label={label}>
      {number}
      <StateShape state={state} />
    </Link>
  ) : (
    <span title={label}>
      {number}
      <StateShape state={state} />
      <span className="vh">{label}</span>
    </span>
  );
}
