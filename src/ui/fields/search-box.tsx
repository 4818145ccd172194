import { Search, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Icon } from '../display/icon';
import { Kbd } from '../display/kbd';
import styles from './search-box.module.css';
import { useUiStrings } from '../display/ui-strings';

// Switches and check boxes are inputs, too, but nothing is typed in them.
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog] *';

/** Search box of a list. With `slash`, the key `/` focuses it from anywhere outside a field, and Escape clears it. */
export function SearchBox(props: {
  value: string;
  onChange: (text: string) => void;
  /** What it searches: "Search products". */
  label: string;
  placeholder: string;
  slash?: boolean | undefined;
  /** Called for the Down key: moves the focus to the list. */
  onDown?: (() => void) | undefined;
  /** Called for the Enter key: takes the typed text as it is. */
  onEnter?: (() => void) | undefined;
}) {
  const { value, onChange, label, placeholder, slash = true, onDown, onEnter } = props;
  const strings = useUiStrings();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!slash) return undefined;
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [slash]);
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && value && slash) {
      event.stopPropagation();
      onChange('');
    } else if (event.key === 'ArrowDown' && onDown) {
      event.preventDefault();
      onDown();
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.();
  };
  return (
    <search className={styles.search}>
      <Icon as={Search} />
      <input
        ref={input}
        type="search"
        value={value}
        aria-label={label}
        aria-keyshortcuts={slash ? '/' : undefined}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keyDown}
      />
      {value ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={strings.clear}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <Icon as={X} size="s" />
        </button>
      ) : (
        slash && <Kbd className={styles.end}>/</Kbd>
      )}
    </search>
  );
}
