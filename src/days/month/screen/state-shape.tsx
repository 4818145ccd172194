import type { MonthDayState } from '../schema';
import styles from './month-days.module.css';

/** Each state of a day has a shape of its own: colour never speaks alone. */
export function StateShape({ state }: { state: MonthDayState }) {
  return (
    <svg viewBox="0 0 16 16" className={styles.shape} data-state={state} aria-hidden="true">
      {state === 'exported' ? (
        <circle cx="8" cy="8" r="3.5" />
      ) : state === 'closed' ? (
        <circle cx="8" cy="8" r="2.9" />
      ) : state === 'not_adding_up' ? (
        <path d="m8 4 4.2 7.6H3.8z" />
      ) : state === 'open' ? (
        <path d="M4 8h8" />
      ) : (
        <path d="m5 5 6 6m0-6-6 6" />
      )}
    </svg>
  );
}
