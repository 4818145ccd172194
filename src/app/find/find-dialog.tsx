// An input that moves through a list is an ARIA combobox: it needs roles, and one element that handles the
// keys.
/* eslint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
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
  readonly onPick: () => void;
}

/** Dialog of the global search: an input, and its results below, selectable with the arrow keys while typing. */
export function FindDialog(props: {
  opened: boolean;
  onClose: () => void;
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  groups: readonly { title: string; hits: readonly FindHit[] }[];
  /** Message for an empty result. */
  emptyText: string | undefined;
  hints: { choose: string; opens: string };
  onPick: (hit: FindHit) => void;
}) {
  const { opened, onClose, label, placeholder, text, onChange, groups, emptyText, hints, onPick } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [activeIndex, setActiveIndex] = useState(0);
  const hits = groups.flatMap((group) => group.hits);
  const active = Math.min(activeIndex, Math.max(0, hits.length - 1));
  useEffect(() => {
    const element = dialog.current;
    if (opened && !element?.open) element?.showModal();
    if (!opened && element?.open) element.close();
  }, [opened]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moveBy = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (moveBy !== undefined) {
      event.preventDefault();
      const next = (active + moveBy + hits.length) % Math.max(1, hits.length);
      setActiveIndex(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const hit = hits[active];
      if (hit) onPick(hit);
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
              setActiveIndex(0);
              onChange(event.target.value);
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd>Esc</Kbd>
        </div>
        <div className={styles.list} role="listbox" id={`${id}-list`} aria-label={label}>
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
                    onPointerMove={() => setActiveIndex(index)}
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
        {hits.length === 0 && emptyText && <output className={styles.nothing}>{emptyText}</output>}
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
