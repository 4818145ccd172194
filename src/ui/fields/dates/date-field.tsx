import { Popover } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { use, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { cx } from '../../style/cx';
import { isDay, parseDay, parseTime } from './day-text';
import { Field, type FieldProps } from '../field';
import styles from '../field.module.css';
import floats from '../../overlays/float.module.css';
import { Icon } from '../../display/icon';
import { InDialogContext } from '../../overlays/in-dialog';
import { TodayContext, useUiStrings } from '../../display/ui-strings';
import { lazy } from '@/ui/state/lazy';

/**
 * The state of a text input for a value of the wire: its text, and what to call when it changes and loses the focus.
 */
interface TypedText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Ends the typing: short forms are read too, and the text is formatted for the locale. */
  readonly commit: () => void;
  /** The input was left with text that cannot be parsed. */
  readonly isUnread: boolean;
}

/**
 * Keeps the typed text apart from the value that it stands for. `read` parses the text, and returns null if it is no
 * value (with `whole`, short forms are values too); then `onChange` receives the text as typed, so that validation
 * reports it.
 */
function useTypedText(
  value: string,
  onChange: (value: string) => void,
  how: { show: (value: string) => string; read: (text: string, whole: boolean) => string | null },
): TypedText {
  // The typed text, with the value that it stands for: if the value changes elsewhere, the new value is shown.
  const [draft, setDraft] = useState<{ text: string; value: string; isOver: boolean }>();
  const currentDraft = draft?.value === value ? draft : undefined;
  return {
    text: currentDraft && !currentDraft.isOver ? currentDraft.text : how.show(value),
    type(text) {
      const next = text.trim() === '' ? '' : (how.read(text, false) ?? text);
      setDraft({ text, value: next, isOver: false });
      onChange(next);
    },
    commit() {
      if (!currentDraft || currentDraft.isOver) return;
      const next =
        currentDraft.text.trim() === '' ? '' : (how.read(currentDraft.text, true) ?? currentDraft.text);
      setDraft({ text: currentDraft.text, value: next, isOver: true });
      if (next !== value) onChange(next);
    },
    isUnread:
      currentDraft !== undefined && currentDraft.isOver && value !== '' && how.read(value, true) === null,
  };
}

// Loaded on demand: most people type the day.
const Calendar = lazy(async () => ({ default: (await import('./calendar')).Calendar }));

/** Enter ends the typing, except in an input method. */
const isOver = (event: KeyboardEvent) => event.key === 'Enter' && !event.nativeEvent.isComposing;

/** Tells whether the focus stays within the element. */
const staysIn = (event: FocusEvent) =>
  event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);

/**
 * Field for a day as text, YYYY-MM-DD; '' if none. It is typed and shown in the locale's format, or picked in a
 * calendar. Text that is no day stays as typed and is passed to `onChange`.
 */
export function DateField({ value, onChange, onBlur, ref, ...frame }: FieldProps<string>) {
  const strings = useUiStrings();
  const today = use(TodayContext);
  const inDialog = use(InDialogContext);
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const typed = useTypedText(value, onChange, {
    show: (day) => (isDay(day) ? strings.day(day) : day),
    read: (text, whole) => parseDay(text, strings.locale, whole ? today() : undefined),
  });
  const isFixed = frame.disabled;
  const open = () => {
    typed.commit();
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    box.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  const keyDown = (event: KeyboardEvent) => {
    if (isOver(event)) typed.commit();
    if (event.key !== 'ArrowDown' || isFixed) return;
    event.preventDefault();
    open();
  };
  const leave = () => {
    typed.commit();
    onBlur?.();
  };
  const handleBlur = (event: FocusEvent) => {
    if (!opened && !staysIn(event)) leave();
  };
  const error = frame.error ?? (typed.isUnread ? strings.notDay : undefined);
  return (
    <Field frame={{ ...frame, error }} plain={typed.text}>
      {(control) => (
        <div ref={box} onBlur={handleBlur}>
          <Popover
            opened={opened}
            onChange={(next) => {
              setOpened(next);
              if (!next) leave();
            }}
            position="bottom-start"
            width="max-content"
            // Inside a floating element it is rendered in place, since a click outside would close that element; a
            // dialog would cut it off.
            withinPortal={inDialog}
            floatingStrategy="fixed"
            trapFocus
            withRoles={false}
            closeOnEscape={false}
            classNames={{ dropdown: cx('raised', floats.pop, floats.padded) }}
          >
            <Popover.Target>
              <div className={styles.in}>
                <input
                  {...control}
                  ref={ref}
                  type="text"
                  autoComplete="off"
                  value={typed.text}
                  onChange={(event) => typed.type(event.target.value)}
                  onKeyDown={keyDown}
                  onPointerDown={() => setOpened(false)}
                />
                <button
                  type="button"
                  className={styles.clear}
                  aria-label={strings.calendar}
                  aria-describedby={`${control.id}-label`}
                  aria-haspopup="dialog"
                  aria-expanded={opened}
                  title={strings.calendar}
                  disabled={frame.disabled}
                  onClick={() => (opened ? setOpened(false) : open())}
                >
                  <Icon as={CalendarDays} size="s" />
                </button>
              </div>
            </Popover.Target>
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the kit's element, placed beside the box */}
            <Popover.Dropdown role="dialog" aria-label={frame.label}>
              <Calendar
                chosen={isDay(value) ? value : null}
                onClose={close}
                onChoose={(day) => {
                  close();
                  if (day !== value) onChange(day);
                }}
              />
            </Popover.Dropdown>
          </Popover>
        </div>
      )}
    </Field>
  );
}

/** Field for a time as text, HH:MM; '' if none. Text that is no time stays as typed and is passed to `onChange`. */
export function TimeField({ value, onChange, onBlur, ref, ...frame }: FieldProps<string>) {
  const strings = useUiStrings();
  const typed = useTypedText(value, onChange, { show: strings.time, read: parseTime });
  const error = frame.error ?? (typed.isUnread ? strings.notTime : undefined);
  return (
    <Field frame={{ ...frame, error }} plain={typed.text}>
      {(control) => (
        <div className={styles.in}>
          <input
            {...control}
            ref={ref}
            type="text"
            autoComplete="off"
            value={typed.text}
            onChange={(event) => typed.type(event.target.value)}
            onKeyDown={(event) => {
              if (isOver(event)) typed.commit();
            }}
            onBlur={() => {
              typed.commit();
              onBlur?.();
            }}
          />
        </div>
      )}
    </Field>
  );
}
