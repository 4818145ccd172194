import { Check, ChevronRight, History } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../i18n/i18n';
import { SearchBox } from '@/ui/fields/search-box';
import { Icon } from '@/ui/display/icon';
import { cx } from '@/ui/style/cx';
import styles from './filter-menu.module.css';
import type { FilterItem } from './use-filter-items';

const focusable = 'input, button';

/** Types of inputs in which no caret moves. */
const choices: ReadonlySet<string> = new Set(['checkbox', 'radio']);

/** Focuses the first control in an element, at once or as soon as it is loaded; returns a function that cancels this. */
function focusFirst(element: HTMLElement): (() => void) | undefined {
  const focus = () => {
    const first = element.querySelector<HTMLElement>(focusable);
    first?.focus();
    return first !== null;
  };
  if (focus()) return undefined;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(element, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Arrow keys go through the search box, the fields and what stands below them. */
function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement)) return;
  event.preventDefault();
  const all = [...currentTarget.querySelectorAll<HTMLElement>(focusable)];
  const to = all.indexOf(target) + (key === 'ArrowDown' ? 1 : -1);
  all[Math.min(Math.max(to, 0), all.length - 1)]?.focus();
}

/** The menu of "+ Filter": the fields with what is set, and beside them the values of the one that is open. */
export function FilterMenu(props: {
  items: readonly FilterItem[];
  /** The field that is open at first. */
  open: string | null;
  /** Shows the list as it was at another time; absent where that cannot be known. */
  onAsOf?: (() => void) | undefined;
}) {
  const { items, onAsOf } = props;
  const say = useText();
  const [typed, setTyped] = useState('');
  const [openName, setOpenName] = useState(props.open);
  const pane = useRef<HTMLFieldSetElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const open = items.find(({ name, toggle }) => name === openName && !toggle);
  // The popover opened before this was loaded, so it could not set the focus.
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (openName === null || !pane.current) return undefined;
    return focusFirst(pane.current);
  }, [openName]);
  const q = typed.trim().toLocaleLowerCase();
  const shown = items.filter(({ label }) => label.toLocaleLowerCase().includes(q));
  const use = (item: FilterItem | undefined) => {
    if (item?.toggle) item.toggle();
    else if (item) setOpenName(item.name);
  };
  return (
    <div className={styles.menu}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys bubble from its fields */}
      <div
        ref={fields}
        className={styles.fields}
        onKeyDown={(event) => {
          moveByKeys(event);
          if (event.key === 'ArrowRight' && event.target instanceof HTMLButtonElement) event.target.click();
        }}
      >
        <SearchBox
          value={typed}
          onChange={setTyped}
          label={say('filter.by')}
          placeholder={say('filter.by')}
          slash={false}
          onEnter={() => use(shown[0])}
        />
        <ul className={styles.list} aria-label={say('filter.button')}>
          {shown.map((item) => (
            <li key={item.name}>
              <button
                type="button"
                className={cx(styles.field, item.name === open?.name && styles.open)}
                data-field={item.name}
                aria-expanded={item.toggle ? undefined : item.name === open?.name}
                aria-pressed={item.toggle ? item.text !== undefined : undefined}
                onClick={() => use(item)}
              >
                <span className={styles.label}>{item.label}</span>
                {item.text && <span className={styles.text}>{item.text}</span>}
                {item.toggle ? (
                  item.text !== undefined && <Icon as={Check} size="s" />
                ) : (
                  <Icon as={ChevronRight} size="s" />
                )}
              </button>
            </li>
          ))}
          {shown.length === 0 && <li className={styles.none}>{say('filter.none')}</li>}
        </ul>
        {onAsOf && (
          <div className={styles.below}>
            <button type="button" className={styles.field} onClick={onAsOf}>
              <span className={styles.label}>{say('list.asOf')}</span>
              <Icon as={History} size="s" />
            </button>
          </div>
        )}
      </div>
      {open && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble from its values
        <fieldset
          ref={pane}
          key={open.name}
          className={styles.pane}
          aria-label={open.label}
          onKeyDown={(event) => {
            const isText = event.target instanceof HTMLInputElement && !choices.has(event.target.type);
            if (event.key !== 'ArrowLeft' || isText) return;
            // One step back, to the fields.
            event.stopPropagation();
            event.preventDefault();
            setOpenName(null);
            fields.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(open.name)}"]`)?.focus();
          }}
        >
          {open.menu}
        </fieldset>
      )}
    </div>
  );
}
