import { useEffect, useRef } from 'react';
import { DayFilter } from '../day-filter';
import { useText } from '../i18n';
import styles from './range-chip.module.css';

/** The two days of a range (`YYYY-MM-DD`; empty is open), behind its chip. */
export function RangeDays(props: {
  from: string;
  until: string;
  onChange: (from: string, until: string) => void;
}) {
  const { from, until, onChange } = props;
  const say = useText();
  const days = useRef<HTMLDivElement>(null);
  // The chip has opened before this was loaded.
  useEffect(() => days.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={days} className={styles.range}>
      <DayFilter label={say('filter.from')} value={from} onChange={(day) => onChange(day, until)} />
      <DayFilter label={say('filter.until')} value={until} onChange={(day) => onChange(from, day)} />
    </div>
  );
}
