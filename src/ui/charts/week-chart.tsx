import styles from './week-chart.module.css';

/** A time range of a day, in minutes from midnight. */
interface TimeRange {
  readonly from: number;
  readonly until: number;
}

const marks = [0, 6, 12, 18, 24];
const share = (minutes: number) => `${(minutes / 1440) * 100}%`;

/** Chart of a week, Monday first, with the time ranges filled in. `label` says the same in words. */
export function WeekChart(props: {
  label: string;
  names: readonly string[];
  days: readonly (readonly TimeRange[])[];
}) {
  const { label, names, days } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn with boxes, there is no file to show
    <div className={styles.week} role="img" aria-label={label}>
      <div className={styles.hours}>
        {marks.map((hour) => (
          <span key={hour} style={{ top: share(hour * 60) }}>
            {hour}
          </span>
        ))}
      </div>
      {days.map((stretches, day) => (
        <div key={names[day]} className={styles.day}>
          {stretches.map(({ from, until }) => (
            <div
              key={from}
              className={styles.stretch}
              style={{ top: share(from), height: share(until - from) }}
            />
          ))}
        </div>
      ))}
      <span />
      {names.map((name) => (
        <span key={name} className={styles.name}>
          {name}
        </span>
      ))}
    </div>
  );
}
