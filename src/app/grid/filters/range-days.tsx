import { use, useEffect, useRef } from 'react';
import { DayFilter } from './day-filter';
import { defineTexts, usePageText } from '../../i18n/i18n';
import { Button } from '@/ui/display/button';
import { TodayContext } from '@/ui/display/ui-strings';
import styles from './range-chip.module.css';
import { usualRanges } from './usual-ranges';

const texts = defineTexts({
  en: {
    from: 'From',
    until: 'Until',
    usual: 'Usual ranges',
    today: 'Today',
    week: 'Last 7 days',
    month: 'This month',
    lastMonth: 'Last month',
  },
  fi: {
    from: 'Alkaen',
    until: 'Päättyen',
    usual: 'Tavalliset jaksot',
    today: 'Tänään',
    week: '7 viime päivää',
    month: 'Tämä kuu',
    lastMonth: 'Viime kuu',
  },
});

/** The two date inputs of a range filter (`YYYY-MM-DD`, empty for open), in the chip's popover. */
export function RangeDays(props: {
  from: string;
  until: string;
  onChange: (from: string, until: string) => void;
}) {
  const { from, until, onChange } = props;
  const say = usePageText('grid/range', texts);
  const today = use(TodayContext);
  const days = useRef<HTMLDivElement>(null);
  // The popover opened before this component was loaded, so it could not set the focus.
  useEffect(() => days.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={days} className={styles.range}>
      <DayFilter label={say('from')} value={from} onChange={(day) => onChange(day, until)} />
      <DayFilter label={say('until')} value={until} onChange={(day) => onChange(from, day)} />
      <fieldset aria-label={say('usual')} className={styles.usual}>
        {usualRanges(today()).map((range) => (
          <Button
            key={range.name}
            size="xs"
            kind="quiet"
            aria-pressed={range.from === from && range.until === until}
            onClick={() => onChange(range.from, range.until)}
          >
            {say(range.name)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
