// The days are an ARIA grid: one cell is focusable, and the arrow keys move to another.
/* eslint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role */
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { use, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button, IconButton } from '../../display/button';
import { addMonths, addDays, dateAt, dayMs, weekdayOf } from '@/record/calendar';
import styles from './calendar.module.css';
import { cx } from '../../style/cx';
import { TodayContext, useUiStrings } from '../../display/ui-strings';
import { dateWords } from '../../display/date-words';

/** Returns the six weeks, from Monday, that contain the month of a day. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, 1 - weekdayOf(first));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => dateAt(Date.parse(start) + (week * 7 + place) * dayMs)),
  );
}

/** Returns the ISO 8601 week number of a day: week 1 contains the year's first Thursday. */
function weekNumber(day: string): number {
  const thursday = Date.parse(day) + (4 - weekdayOf(day)) * dayMs;
  const begin = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - begin) / dayMs / 7) + 1;
}

/** Returns the day that a key moves to, as the ARIA date grid defines it, or null for other keys. */
function dayByKey(day: string, key: string, shift: boolean): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, 1 - weekdayOf(day));
    case 'End':
      return addDays(day, 7 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return null;
  }
}

/** Keeps a dialog around the calendar from closing with it. */
const keepDialogOpen = { 'data-mantine-stop-propagation': 'true' };

/**
 * Calendar to pick a day (`YYYY-MM-DD`). Arrow keys move by days and weeks, Home and End within the week, Page Up and
 * Page Down by months, with Shift by years; Enter picks, Escape closes.
 */
export function Calendar(props: {
  chosen: string | null;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const { chosen, onChoose, onClose } = props;
  const strings = useUiStrings();
  const { locale } = strings;
  const today = use(TodayContext)();
  const [active, setActive] = useState(chosen ?? today);
  const id = useId();
  const cell = useRef<HTMLButtonElement>(null);
  // The focus moves to the day when the calendar opens and when keys move the day, but not when a button changes the
  // month.
  const follows = useRef(true);
  useEffect(() => {
    if (follows.current) cell.current?.focus();
    follows.current = false;
  });

  const format = (day: string, style: Intl.DateTimeFormatOptions) => dateWords(day, locale, style);
  const weeks = weeksOf(active);
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // Key events must not reach the elements around the calendar.
    event.stopPropagation();
    if (event.key === 'Escape') return onClose();
    const to = event.target === cell.current ? dayByKey(active, event.key, event.shiftKey) : null;
    if (to === null) return;
    event.preventDefault();
    follows.current = true;
    setActive(to);
  };
  const turn = (months: number) => () => setActive(addMonths(active, months));
  return (
    <div role="presentation" className={styles.calendar} onKeyDown={keyDown}>
      <div className={styles.head}>
        <IconButton
          {...keepDialogOpen}
          icon={ChevronsLeft}
          label={strings.previousYear}
          size="sm"
          onClick={turn(-12)}
        />
        <IconButton
          {...keepDialogOpen}
          icon={ChevronLeft}
          label={strings.previousMonth}
          size="sm"
          onClick={turn(-1)}
        />
        <div id={id} className={styles.title} aria-live="polite">
          {format(active, { month: 'long', year: 'numeric' })}
        </div>
        <IconButton
          {...keepDialogOpen}
          icon={ChevronRight}
          label={strings.nextMonth}
          size="sm"
          onClick={turn(1)}
        />
        <IconButton
          {...keepDialogOpen}
          icon={ChevronsRight}
          label={strings.nextYear}
          size="sm"
          onClick={turn(12)}
        />
      </div>
      <table role="grid" aria-labelledby={id} className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" className={styles.week}>
              {strings.week}
            </th>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={format(day, { weekday: 'long' })}>
                {format(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              <th scope="row" className={styles.week}>
                {weekNumber(week[0] ?? active)}
              </th>
              {week.map((day) => (
                <td key={day} aria-selected={day === chosen}>
                  <button
                    {...keepDialogOpen}
                    ref={day === active ? cell : undefined}
                    type="button"
                    className={cx(styles.day, day.slice(0, 7) !== active.slice(0, 7) && styles.other)}
                    tabIndex={day === active ? 0 : -1}
                    data-autofocus={day === active || undefined}
                    data-chosen={day === chosen || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={format(day, {
                      weekday: 'long',
                      day: 'numeric',
                      month: 'long',
                      year: 'numeric',
                    })}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button {...keepDialogOpen} kind="quiet" size="sm" wide onClick={() => onChoose(today)}>
        {strings.today}
      </Button>
    </div>
  );
}
