import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatDecimalText, parseDecimalText } from '../../../ui/fields/decimal-text';
import styles from '../../../ui/tables/grid.module.css';
import { Kbd } from '../../../ui/display/kbd';
import { useUiStrings } from '../../../ui/display/ui-strings';
import { useText } from '../../i18n/i18n';
import type { CellValue } from './cell-edits';

/** Where somebody goes from a cell: `stay` waits for the save, the others do not. */
export type Leaving = 'stay' | 'next' | 'previous' | 'away';

/** What every editor of a cell is given. */
export interface EditorProps {
  /** Read for the box: "Price €, Cinnamon bun". */
  readonly label: string;
  /** The value as it stands. */
  readonly was: CellValue;
  /** The same as it shows. */
  readonly wasShown: string;
  /** What was typed before, where that could not be saved. */
  readonly typed: string | null;
  readonly failure: string | null;
  readonly busy: boolean;
  readonly right: boolean;
  readonly onSave: (value: CellValue, typed: string, leaving: Leaving) => void;
  /** Left while the save is on its way. */
  readonly onGo: (leaving: Leaving) => void;
  /** Left with something typed that cannot be sent. */
  readonly onUnchosen: (typed: string) => void;
  readonly onCancel: () => void;
}

/** A cell as a box to type in. Enter saves and waits, Tab saves and goes on, Escape leaves it as it was. */
export function CellEditor({ kind, ...props }: EditorProps & { kind: 'text' | 'decimal' }) {
  const { was, typed, onSave } = props;
  const { decimalSeparator } = useUiStrings();
  const value = typeof was === 'string' ? was : '';
  const [text, setText] = useState(
    typed ?? (kind === 'decimal' ? formatDecimalText(value, decimalSeparator) : value),
  );
  const valueOf = (shown: string): CellValue =>
    kind === 'decimal' ? canonical(parseDecimalText(shown.trim(), decimalSeparator)) : shown;
  const give = (leaving: Leaving) => onSave(valueOf(text), text, leaving);
  return (
    <EditorFrame {...props} onGive={give}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          inputMode={kind === 'decimal' ? 'decimal' : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </EditorFrame>
  );
}

/** Digits without zeros in front, as the wire has them: "04.50" is "4.50". */
const canonical = (value: string): string =>
  /^-?\d+(\.\d+)?$/.test(value) ? value.replace(/^(-?)0+(?=\d)/, '$1') : value;

interface Control {
  readonly ref: (element: HTMLInputElement | null) => void;
  readonly 'aria-label': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
  readonly readOnly: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

/** What the editors share: the focus, the keys, and the line below that says what was and what failed. */
export function EditorFrame(
  props: EditorProps & {
    onGive: (leaving: Leaving) => void;
    /** Hears of keys first; true when it has done what they ask. */
    onKey?: (event: KeyboardEvent<HTMLInputElement>) => boolean;
    /** Below the box in place of the line. */
    list?: ReactNode;
    children: (control: Control) => ReactNode;
  },
) {
  const { label, wasShown, failure, busy, right, onGo, onKey, onCancel, list, children } = props;
  const onGive = (leaving: Leaving) => {
    if (!busy) props.onGive(leaving);
    else if (leaving !== 'stay') onGo(leaving);
  };
  const say = useText();
  const box = useRef<HTMLInputElement | null>(null);
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    box.current?.focus({ preventScroll: true });
    box.current?.select();
    return () => {
      isOver.current = true;
    };
  }, []);
  const noteId = `${label.replaceAll(/\W+/g, '-')}-note`;
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || onKey?.(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onGive('stay');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      onGive(event.shiftKey ? 'previous' : 'next');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      isOver.current = true;
      onCancel();
    }
  };
  return (
    <>
      {/* eslint-disable-next-line react/refs -- the box and its keys: nothing of it is called while this renders */}
      {children({
        ref: (element) => {
          box.current = element;
        },
        'aria-label': label,
        'aria-invalid': failure !== null,
        'aria-describedby': noteId,
        readOnly: busy,
        onKeyDown: keyDown,
        onBlur: () => {
          // The window lost the focus, not the box; or the box is gone already.
          if (isOver.current || document.activeElement === box.current) return;
          onGive('away');
        },
      })}
      {list}
      <div
        id={noteId}
        className={styles.editNote}
        data-bad={failure !== null || undefined}
        data-left={!right || undefined}
        role={failure === null ? undefined : 'alert'}
      >
        {failure ?? (
          <>
            <span>{busy ? say('cell.saving') : say('cell.was', { was: wasShown })}</span>
            <Kbd>Enter</Kbd> {say('cell.saves')}
            <Kbd>Esc</Kbd> {say('cell.cancels')}
          </>
        )}
      </div>
    </>
  );
}
