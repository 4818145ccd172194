// A list to choose from under a box that keeps the focus (the ARIA combobox), which no element of HTML is.
/* eslint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Resource } from '../../../contract/resource';
import { cx } from '../../../ui/style/cx';
import styles from '../../../ui/tables/grid.module.css';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import { useText } from '../../i18n/i18n';
import { findRecordsQuery } from '../../data/queries';
import { fieldOf, type Screen } from '../../shell/screen';
import type { Row } from '../../data/row';
import { plain } from '../rows/cell';
import { EditorFrame, type EditorProps, type Leaving } from './cell-editor';

/** How long the search waits for the next key, in milliseconds. */
const pause = 120;
/** How many are offered. */
const most = 8;

/** What a search found, and for what it searched. */
interface Found {
  readonly q: string;
  readonly rows: readonly Row[];
  readonly error: unknown;
}

/**
 * A reference as a box to search in. Enter or Tab before the search has answered wait for its answer: what was
 * typed is never taken for something else that happened to stand in the list.
 */
export function ReferenceEditor({
  target,
  clearable,
  ...props
}: EditorProps & { target: Screen; clearable: boolean }) {
  const { was, wasShown, typed, onSave, onUnchosen } = props;
  const say = useText();
  const errorText = useErrorText();
  const [text, setText] = useState(typed ?? wasShown);
  const [isTyped, setIsTyped] = useState(typed !== null);
  const [at, setAt] = useState(0);
  const [isPicked, setIsPicked] = useState(false);
  const [missing, setMissing] = useState(false);
  const found = useFound(target.contract, isTyped ? text.trim() : '');
  const isReady = found !== null && found.q === (isTyped ? text.trim() : '');
  const rows = isReady && !found.error ? found.rows.slice(0, most) : [];
  const waiting = useRef<Leaving>(null);
  const listId = useId();

  const take = (row: Row, leaving: Leaving) => onSave(row.id, plain(row['name']), leaving);
  const give = (leaving: Leaving) => {
    if (!isTyped) {
      const chosen = isPicked ? rows[at] : undefined;
      if (chosen && leaving !== 'away') take(chosen, leaving);
      else onSave(was, wasShown, leaving);
      return;
    }
    // Left without a choice: the typing is kept with what is missing, and nothing is guessed.
    if (text.trim() === '' && !isPicked) {
      if (clearable) onSave(null, '', leaving);
      else if (leaving === 'away') onUnchosen('');
      else setMissing(true);
    } else if (leaving === 'away') onUnchosen(text);
    else if (!isReady) waiting.current = leaving;
    else if (found.error || !rows[at]) setMissing(true);
    else take(rows[at], leaving);
  };
  // The answer that Enter or Tab waited for has come.
  useEffect(() => {
    if (!isReady || waiting.current === null) return;
    const leaving = waiting.current;
    waiting.current = null;
    give(leaving);
  });
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
    event.preventDefault();
    setIsPicked(true);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    // With nothing typed the first press goes to the first one.
    const first = !isTyped && !isPicked;
    setAt((now) => (first ? 0 : Math.min(Math.max(now + step, 0), Math.max(rows.length - 1, 0))));
    return true;
  };
  const message = !isReady
    ? say('cell.searching')
    : found.error
      ? errorText(found.error)
      : rows.length === 0
        ? say('filter.none')
        : null;
  return (
    <EditorFrame
      {...props}
      failure={props.failure ?? (missing ? say('cell.choose') : null)}
      onGive={give}
      onKey={key}
      list={
        <ul id={listId} role="listbox" aria-label={props.label} className={cx('raised', styles.editList)}>
          {rows.map((row, index) => (
            <li
              key={row.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at && (isTyped || isPicked)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(row, 'stay')}
            >
              <span className="cut">{plain(row['name'])}</span>
              {target.code !== undefined && <span className="muted">{plain(fieldOf(row, target.code))}</span>}
            </li>
          ))}
          {message !== null && <li role="presentation">{message}</li>}
        </ul>
      }
    >
      {(control) => (
        <input
          {...control}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows[at] && (isTyped || isPicked) ? `${listId}-${at}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setIsTyped(true);
            setMissing(false);
            setAt(0);
            setIsPicked(false);
            waiting.current = null;
          }}
        />
      )}
    </EditorFrame>
  );
}

/** What the newest search found, once typing rests; null until the first answer. */
function useFound(resource: Resource, q: string): Found | null {
  const { source } = useApp();
  const queries = useQueryClient();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isNewest = true;
    const timer = setTimeout(
      () => {
        queries.fetchQuery(findRecordsQuery(source, resource, q)).then(
          (rows) => isNewest && setFound({ q, rows, error: null }),
          (error: unknown) => isNewest && setFound({ q, rows: [], error }),
        );
      },
      q === '' ? 0 : pause,
    );
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [queries, source, resource, q]);
  return found;
}
