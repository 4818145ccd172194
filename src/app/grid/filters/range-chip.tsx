import { useText, type Say } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import type { Format } from '../../i18n/formats';
import { Chip } from '@/ui/display/chip';
import { lazy } from '@/ui/state/lazy';

// Few lists have date filters, so the inputs and the calendar are loaded when one is opened.
const RangeDays = lazy(async () => ({ default: (await import('./range-days')).RangeDays }));

/** Date range filter (`YYYY-MM-DD`, both days included, empty for open): a chip, and a popover with two dates. */
export function RangeChip(props: {
  label: string;
  from: string;
  until: string;
  onChange: (from: string, until: string) => void;
  /** The range cannot be cleared, because the page needs one. */
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
      menu={<RangeDays from={from} until={until} onChange={onChange} />}
    />
  );
}

/** Returns a range of days in words: "1 – 31 Mar 2026", a single day, "from …" or "until …". */
export function rangeText(from: string, until: string, format: Format, say: Say): string {
  if (from === until) return format.day(from);
  if (from === '') return say('filter.onUntil', { day: format.day(until) });
  if (until === '') return say('filter.onFrom', { day: format.day(from) });
  return `${format.day(from)} – ${format.day(until)}`;
}
