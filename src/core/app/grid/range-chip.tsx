import { useState } from 'react';
import { useText, type Say } from '../i18n';
import { useFormat, type Format } from '../use-format';
import { Chip } from '../../ui/chip';
import { DateField } from '../../ui/date-field';
import styles from './range-chip.module.css';

/** A filter from a day to a day, both counted in (`YYYY-MM-DD`; empty is open): a chip, and behind it two dates. */
export function RangeChip(props: {
  label: string;
  from: string;
  until: string;
  onChange: (from: string, until: string) => void;
  /** Always set: a range that a page cannot be without. */
  fixed?: boolean;
}) {
  const { label, from, until, onChange, fixed } = props;
  const say = useText();
  const format = useFormat();
  const isSet = from !== '' || until !== '';
  return (
    <Chip
      label={label}
      value={isSet ? rangeText(from, until, format, say) : undefined}
      onRemove={isSet && !fixed ? () => onChange('', '') : undefined}
      menu={
        <div className={styles.range}>
          <Day label={say('filter.from')} value={from} onChange={(day) => onChange(day, until)} />
          <Day label={say('filter.until')} value={until} onChange={(day) => onChange(from, day)} />
        </div>
      }
    />
  );
}

/** A day that counts once its year is typed whole: on the way to 2026 lie the years 2, 20 and 202. */
function Day(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const change = (day: string) => {
    setTyped(day);
    if (!day.startsWith('0')) onChange(day);
  };
  return <DateField label={label} value={typed} onChange={change} />;
}

/** A range of days in words: "1 – 31 Mar 2026" as two days, one day, "from …" or "until …". */
export function rangeText(from: string, until: string, format: Format, say: Say): string {
  if (from === until) return format.day(from);
  if (from === '') return say('filter.onUntil', { day: format.day(until) });
  if (until === '') return say('filter.onFrom', { day: format.day(from) });
  return `${format.day(from)} – ${format.day(until)}`;
}
