// An input that moves through a list is an ARIA combobox: it needs roles, and one element that handles the
// keys.
/* eslint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */
import { Search } from 'lucide-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import styles from './find-dialog.module.css';
import { Icon, type IconShape } from '@/ui/display/icon';
import { Kbd } from '@/ui/display/kbd';

/** One result of the search. */
export interface FindHit {
  readonly key: string;
  readonly icon: IconShape;
  readonly label: string;
  /** Text that distinguishes results with the same label. */
  readonly detail?: ReactNode;
  /** It is no result, but what can be done without one: Enter that waited for an answer does not choose it. */
  readonly isOffer?: boolean;
  readonly onPick: () => void;
}

/**
 * Dialog of the global search: an input, and its results below, selectable with the arrow keys while typing. Enter opens
 * the result that was chosen with the arrow keys or the pointer; else it waits until `isAnswered`, and opens the first
 * one. `text` ends with a line break while Enter waits.
 */
export function FindDialog(props: {
  opened: boolean;
  onClose: () => void;
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  groups: readonly { title: string; hits: readonly FindHit[] }[];
  /** Whether the groups are the answer to the text as it stands. */
  isAnswered: boolean;
  /** Message for an empty result. */
  emptyText: string | undefined;
  hints: { choose: string; opens: string };
  onPick: (hit: FindHit) => void;
}) {
  const { opened, onClose, label, placeholder, onChange, groups, isAnswered, emptyText, hints, onPick } =
    props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A key, not a position: results that arrive move the others.
  const [chosen, setChosen] = useState<string | null>(null);
  const hits = groups.flatMap((group) => group.hits);
  const chosenAt = hits.findIndex(({ key }) => key === chosen);
  const active = Math.max(0, chosenAt);
  const isEntered = props.text.endsWith('\n');
  const text = isEntered ? props.text.slice(0, -1) : props.text;
  // Before the browser handles the next key: it belongs into the input.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (opened && !element?.open) element?.showModal();
    if (!opened && element?.open) element.close();
  }, [opened]);
  useEffect(() => {
    if (!opened || !isEntered || !isAnswered) return;
    const first = hits[0];
    if (first && !first.isOffer) onPick(first);
    else onChange(text);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const moveBy = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (moveBy !== undefined) {
      event.preventDefault();
      const next = (active + moveBy + hits.length) % Math.max(1, hits.length);
      setChosen(hits[next]?.key ?? null);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const hit = hits[chosenAt] ?? (isAnswered ? hits[0] : undefined);
      if (hit) onPick(hit);
      else onChange(`${text}\n`);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.find}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.body}>
        <div className={styles.top}>
          <Icon as={Search} />
          <input
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded={hits.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
            placeholder={placeholder}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setChosen(null);
              onChange(event.target.value);
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd>Esc</Kbd>
        </div>
        {emptyText && hits.every(({ isOffer }) => isOffer) && (
          <output className={styles.nothing}>{emptyText}</output>
        )}
        <div
          className={styles.list}
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
          aria-busy={!isAnswered}
        >
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <p className={styles.title} aria-hidden="true">
                {group.title}
              </p>
              {group.hits.map((hit) => {
                const index = hits.indexOf(hit);
                return (
                  <div
                    key={hit.key}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    className={styles.hit}
                    onPointerMove={() => setChosen(hit.key)}
                    onClick={() => onPick(hit)}
                  >
                    <Icon as={hit.icon} />
                    <span className={styles.label}>
                      <MarkedText text={hit.label} part={text.trim()} />
                    </span>
                    {hit.detail !== undefined && <span className={styles.detail}>{hit.detail}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p className={styles.foot} aria-hidden="true">
          <span>
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
            {hints.choose}
          </span>
          <span>
            <Kbd>Enter</Kbd>
            {hints.opens}
          </span>
        </p>
      </div>
    </dialog>
  );
}

/** Text with the part that matches the search marked. */
function MarkedText({ text, part }: { text: string; part: string }) {
  const start = part === '' ? -1 : text.toLocaleLowerCase().indexOf(part.toLocaleLowerCase());
  if (start < 0) return text;
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, start + part.length)}</mark>
      {text.slice(start + part.length)}
    </>
  );
}
