import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatDecimalText, parseDecimalText } from '@/ui/fields/decimal-text';
import styles from '@/ui/tables/grid.module.css';
import { Kbd } from '@/ui/display/kbd';
import { useUiStrings } from '@/ui/display/ui-strings';
import { useText } from '../../i18n/i18n';
import type { CellValue } from './cell-edits';

/** Where the cursor goes from a cell. `stay`, `down` and `up` wait for the save, the others do not. */
export type Leaving = 'stay' | 'down' | 'up' | 'next' | 'previous' | 'away';

/** Props of every cell editor. */
export interface EditorProps {
  /** Accessible name of the input: "Price €, Cinnamon bun". */
  readonly label: string;
  /** The stored value. */
  readonly was: CellValue;
  /** The stored value as the list formats it. */
  readonly wasShown: string;
  /** The text of an earlier attempt that could not be saved, or that was pasted or typed on the cell. */
  readonly typed: string | null;
  /** Whether the text was begun on the cell, so that the typing goes on at its end. */
  readonly isBegun: boolean;
  readonly failure: string | null;
  readonly busy: boolean;
  readonly right: boolean;
  /** Called with the value as it is typed. */
  readonly onType: (value: CellValue) => void;
  readonly onSave: (value: CellValue, typed: string, leaving: Leaving) => void;
  /** Called when the cell is left while a save is running; `typed` is what is typed on the next cell already. */
  readonly onGo: (leaving: Leaving, typed?: string) => void;
  /** Called when the cell is left with text for which no record was chosen. */
  readonly onUnchosen: (typed: string) => void;
  readonly onCancel: () => void;
}

/** Text input of a cell. Enter saves and goes on below, Tab beside, Escape discards. */
export function CellEditor({ kind, ...props }: EditorProps & { kind: 'text' | 'decimal' }) {
  const { was, typed, onSave, onType } = props;
  const { decimalSeparator } = useUiStrings();
  const value = typeof was === 'string' ? was : '';
  const [text, setText] = useState(
    typed ?? (kind === 'decimal' ? formatDecimalText(value, decimalSeparator) : value),
  );
  const valueOf = (shown: string): CellValue =>
    kind === 'decimal' ? canonical(parseDecimalText(shown.trim(), decimalSeparator)) : shown;
  const commit = (leaving: Leaving) => onSave(valueOf(text), text, leaving);
  return (
    <EditorFrame {...props} onCommit={commit}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          inputMode={kind === 'decimal' ? 'decimal' : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onType(valueOf(event.target.value));
          }}
        />
      )}
    </EditorFrame>
  );
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Removes leading zeros, as the wire requires: "04.50" becomes "4.50". */
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

/** Shared behaviour of the editors: focus, keys, and the line below with the previous value or the error. */
export function EditorFrame(
  props: EditorProps & {
    onCommit: (leaving: Leaving) => void;
    /** Receives keys first; returns true if it has handled the key. */
    onKey?: (event: KeyboardEvent<HTMLInputElement>) => boolean;
    /** Shown below the input instead of the line. */
    list?: ReactNode;
    children: (control: Control) => ReactNode;
  },
) {
  const { label, wasShown, failure, busy, right, isBegun, onGo, onKey, onCancel, list, children } = props;
  // Where Enter was going when its save began.
  const heading = useRef<Leaving>('down');
  const onCommit = (leaving: Leaving) => {
    if (leaving === 'down' || leaving === 'up') heading.current = leaving;
    if (!busy) props.onCommit(leaving);
    else if (leaving !== 'stay') onGo(leaving);
  };
  const say = useText();
  const input = useRef<HTMLInputElement | null>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    input.current?.focus({ preventScroll: true });
    const end = input.current?.value.length ?? 0;
    if (isBegun) input.current?.setSelectionRange(end, end);
    else input.current?.select();
    return () => {
      isClosed.current = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the cell is opened
  }, []);
  const noteId = `${label.replaceAll(/\W+/g, '-')}-note`;
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || onKey?.(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onCommit(event.shiftKey ? 'up' : 'down');
    } else if (busy && isCharacter(event)) {
      // Whoever types on after Enter means the next cell, however long the save takes.
      event.preventDefault();
      onGo(heading.current, event.key);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      onCommit(event.shiftKey ? 'previous' : 'next');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      isClosed.current = true;
      onCancel();
    }
  };
  return (
    <>
      {/* eslint-disable-next-line react/refs -- the box and its keys: nothing of it is called while this renders */}
      {children({
        ref: (element) => {
          input.current = element;
        },
        'aria-label': label,
        'aria-invalid': failure !== null,
        'aria-describedby': noteId,
        readOnly: busy,
        onKeyDown: keyDown,
        onBlur: () => {
          // Either the window lost the focus and not the input, or the editor is already closed.
          if (isClosed.current || document.activeElement === input.current) return;
          onCommit('away');
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
