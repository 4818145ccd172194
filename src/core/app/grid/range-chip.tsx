import { useText, type Say } from '../i18n';
import { useFormat, type Format } from '../use-format';
import { Chip } from '../../ui/chip';
import { DayFilter } from '../day-filter';
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
          <DayFilter label={say('filter.from')} value={from} onChange={(day) => onChange(day, until)} />
          <DayFilter label={say('filter.until')} value={until} onChange={(day) => onChange(from, day)} />
        </div>
      }
    />
  );
}

/** A range of days in words: "1 – 31 Mar 2026" as two days, one day, "from …" or "until …". */
export function rangeText(from: string, until: string, format: Format, say: Say): string {
  if (from === until) return format.day(from);
  if (from === '') return say('filter.onUntil', { day: format.day(until) });
  if (until === '') return say('filter.onFrom', { day: format.day(from) });
  return `${format.day(from)} – ${format.day(until)}`;
}
