// A listbox below an input that keeps the focus (the ARIA combobox), for which HTML has no element.
/* eslint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Resource } from '@/contract/resource';
import { cx } from '@/ui/style/cx';
import styles from '@/ui/tables/grid.module.css';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import { useText } from '../../i18n/i18n';
import { findRecordsQuery } from '../../data/find-query';
import { fieldOf, type Screen } from '../../shell/screen';
import type { Row } from '../../data/row';
import { plain } from '../rows/cell';
import { useSearchPace } from '@/ui/fields/search-pace';
import { EditorFrame, type EditorProps, type Leaving } from './cell-editor';

/** The most records that are offered. */
const maxOptions = 8;

/** The results of a search, with the text that was searched for. */
interface SearchResults {
  readonly q: string;
  readonly rows: readonly Row[];
  readonly error: unknown;
}

/**
 * Search input for a reference. Enter or Tab before the results have arrived wait for them, so that typed text never
 * selects a record of an earlier search.
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
  const [activeIndex, setActiveIndex] = useState(0);
  const [isPicked, setIsPicked] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const results = useSearch(target.contract, isTyped ? text.trim() : '');
  const isReady = results !== null && results.q === (isTyped ? text.trim() : '');
  const rows = isReady && !results.error ? results.rows.slice(0, maxOptions) : [];
  const pendingExit = useRef<Leaving>(null);
  const listId = useId();

  const select = (row: Row, leaving: Leaving) => onSave(row.id, plain(row['name']), leaving);
  const commit = (leaving: Leaving) => {
    if (!isTyped) {
      const chosen = isPicked ? rows[activeIndex] : undefined;
      if (chosen && leaving !== 'away') select(chosen, leaving);
      else onSave(was, wasShown, leaving);
      return;
    }
    // Left without a choice: the text is retained and marked as incomplete; nothing is guessed.
    if (text.trim() === '' && !isPicked) {
      if (clearable) onSave(null, '', leaving);
      else if (leaving === 'away') onUnchosen('');
      else setIsMissing(true);
    } else if (leaving === 'away') onUnchosen(text);
    else if (!isReady) pendingExit.current = leaving;
    else if (results.error || !rows[activeIndex]) setIsMissing(true);
    else select(rows[activeIndex], leaving);
  };
  // Continues what Enter or Tab began before the results arrived.
  useEffect(() => {
    if (!isReady || pendingExit.current === null) return;
    const leaving = pendingExit.current;
    pendingExit.current = null;
    commit(leaving);
  });
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
    event.preventDefault();
    setIsPicked(true);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    // If nothing was typed, the first press selects the first record.
    const first = !isTyped && !isPicked;
    setActiveIndex((now) => (first ? 0 : Math.min(Math.max(now + step, 0), Math.max(rows.length - 1, 0))));
    return true;
  };
  const message = !isReady
    ? say('cell.searching')
    : results.error
      ? errorText(results.error)
      : rows.length === 0
        ? say('filter.none')
        : null;
  return (
    <EditorFrame
      {...props}
      failure={props.failure ?? (isMissing ? say('cell.choose') : null)}
      onCommit={commit}
      onKey={key}
      list={
        <ul id={listId} role="listbox" aria-label={props.label} className={cx('raised', styles.editList)}>
          {rows.map((row, index) => (
            <li
              key={row.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex && (isTyped || isPicked)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => select(row, 'stay')}
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
          aria-activedescendant={
            rows[activeIndex] && (isTyped || isPicked) ? `${listId}-${activeIndex}` : undefined
          }
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setIsTyped(true);
            setIsMissing(false);
            setActiveIndex(0);
            setIsPicked(false);
            pendingExit.current = null;
          }}
        />
      )}
    </EditorFrame>
  );
}

/** Returns the results of the latest search; null until the first results. */
function useSearch(resource: Resource, typed: string): SearchResults | null {
  const { source } = useApp();
  const queries = useQueryClient();
  const [results, setResults] = useState<SearchResults | null>(null);
  const q = useSearchPace(typed);
  useEffect(() => {
    let isNewest = true;
    queries.fetchQuery(findRecordsQuery(source, resource, q)).then(
      (rows) => isNewest && setResults({ q, rows, error: null }),
      (error: unknown) => isNewest && setResults({ q, rows: [], error }),
    );
    return () => {
      isNewest = false;
    };
  }, [queries, source, resource, q]);
  return results;
}
