import { Combobox, useCombobox } from '@mantine/core';
import { ChevronDown, ChevronsUpDown, Lock, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { cx } from '../../style/cx';
import type { Control } from '../field';
import styles from '../field.module.css';
import { Icon } from '../../display/icon';
import { useUiStrings } from '../../display/ui-strings';

/** An option of a combo box. */
export interface ComboOption {
  value: string;
  label: string;
  /** Muted text on the right: a code. */
  detail?: string | undefined;
  /** A record of a parent company, shown with a lock; it can be chosen too. */
  locked?: boolean | undefined;
}

/** Props of `Combo`. */
export interface ComboProps {
  control: Partial<Control> & { 'aria-label'?: string | undefined };
  value: string | null;
  /** The text in the box while nobody types. */
  shown: string;
  options: readonly ComboOption[];
  /** Called with the typed text, and with '' when the list opens. Without it, the box only offers its options. */
  onSearch?: ((text: string) => void) | undefined;
  onPick: (option: ComboOption) => void;
  onClear?: (() => void) | undefined;
  /** Text shown in the list instead of options, in red if the search failed. */
  message?: { text: string; failed?: boolean } | undefined;
  busy?: boolean | undefined;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
  /** No chevron: for table cells. */
  withoutChevron?: boolean | undefined;
  /** The list is open from the start: for a box that a button has just opened. */
  opened?: boolean | undefined;
}

/**
 * The list closes when its box is left: for the kit, which passes this on to its popover, a press on the box would be outside of what the
 * list hangs on.
 */
const closing = { closeOnClickOutside: false };

/** Combo box of `SelectField` and `ReferenceField`: arrow keys, Enter, Escape, typing, and ×. */
export function Combo(props: ComboProps) {
  const {
    control,
    value,
    shown,
    options,
    onSearch,
    onPick,
    onClear,
    message,
    busy,
    className,
    withoutChevron,
  } = props;
  const strings = useUiStrings();
  const [typed, setTyped] = useState<string>();
  // A form has a dozen lists, of which most are never opened: each is there when its box is.
  const [isWanted, setIsWanted] = useState(props.opened ?? false);
  const isAwaited = useRef(false);
  const store = useCombobox({
    defaultOpened: props.opened ?? false,
    onDropdownOpen: () => {
      onSearch?.('');
      store.updateSelectedOptionIndex('active');
    },
    onDropdownClose: () => {
      isAwaited.current = false;
      setTyped(undefined);
      store.resetSelectedOption();
    },
  });
  const { dropdownOpened, selectFirstOption, targetRef } = store;
  const openedAtStart = useRef(props.opened);
  useEffect(() => {
    if (openedAtStart.current) onSearch?.('');
    openedAtStart.current = false;
  }, [onSearch]);
  // What the list hangs on is made with it: the kit renders anew for each that it is told of.
  const isThere = isWanted || dropdownOpened;
  const fixed = Boolean(control.readOnly || control.disabled);
  useEffect(() => {
    if (!dropdownOpened || !typed || options.length === 0) return undefined;
    const id = selectFirstOption();
    const { current: input } = targetRef;
    // The kit sets the active option only when the arrow keys move to it.
    if (id) input?.setAttribute('aria-activedescendant', id);
    return () => input?.removeAttribute('aria-activedescendant');
    // Runs again when the options change; the functions of the kit's store are new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [options, dropdownOpened, typed]);

  // Enter is of what was typed: until that has been looked for, the list is that of the text before.
  const isMoved = useRef(false);
  const pickAwaited = useEffectEvent(() => {
    isAwaited.current = false;
    const [first] = options;
    if (first) submit(first.value);
    else if (targetRef.current !== document.activeElement) close();
  });
  useEffect(() => {
    if (!busy && isAwaited.current) pickAwaited();
  }, [busy, options]);
  const holdEnter = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) isMoved.current = true;
    if (event.key !== 'Enter' || !typed || isMoved.current) return;
    const [first] = options;
    if (!busy && !first) return;
    event.preventDefault();
    event.stopPropagation();
    // Not left to the kit, which takes what it has marked: it marks nothing while its list is being mounted.
    if (busy) isAwaited.current = true;
    else if (first) submit(first.value);
  };

  const isIdle = typed === undefined;
  // What arrives while the box has the focus is selected as what was there: the next key replaces it, and is not added to it.
  useLayoutEffect(() => {
    const { current: input } = targetRef;
    if (onSearch && isIdle && input instanceof HTMLInputElement && input === document.activeElement)
      input.select();
    // Only when the text changes; the functions of the kit's store are new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shown]);

  const close = () => {
    store.closeDropdown();
    setTyped(undefined);
  };
  const leave = () => {
    if (typed === '' && onClear) onClear();
    // Whoever types on in the next field keeps what Enter took here.
    if (!isAwaited.current) close();
    props.onBlur?.();
  };
  const submit = (picked: string) => {
    const option = options.find((each) => each.value === picked);
    if (option) onPick(option);
    close();
  };
  return (
    <Combobox
      store={store}
      onOptionSubmit={submit}
      readOnly={fixed}
      {...closing}
      classNames={{ dropdown: cx('raised', styles.list) }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the Enter of the box inside */}
      <div className={cx(styles.in, !fixed && styles.picks, className)} onKeyDownCapture={holdEnter}>
        <Combobox.EventsTarget withExpandedAttribute targetType={onSearch ? 'input' : 'button'}>
          <input
            {...control}
            ref={props.ref}
            type="text"
            readOnly={fixed || !onSearch}
            aria-readonly={fixed || undefined}
            value={typed ?? shown}
            title={shown || undefined}
            placeholder={props.placeholder}
            onChange={(event) => {
              isAwaited.current = false;
              isMoved.current = false;
              setTyped(event.target.value);
              store.openDropdown();
              onSearch?.(event.target.value);
            }}
            onClick={() => !fixed && (onSearch ? store.openDropdown() : store.toggleDropdown())}
            onFocus={(event) => {
              setIsWanted(true);
              if (onSearch) event.target.select();
            }}
            onBlur={leave}
          />
        </Combobox.EventsTarget>
        {onClear && !fixed && value !== null && value !== '' && (
          <button
            type="button"
            className={styles.clear}
            tabIndex={-1}
            aria-label={strings.clear}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              onClear();
              setTyped(undefined);
            }}
          >
            <Icon as={X} size="xs" />
          </button>
        )}
        {!withoutChevron && <Icon as={onSearch ? ChevronsUpDown : ChevronDown} size="s" />}
        {isThere && (
          <Combobox.DropdownTarget>
            <span className={styles.anchor} />
          </Combobox.DropdownTarget>
        )}
      </div>
      {isThere && (
        <Combobox.Dropdown hidden={fixed}>
          <Combobox.Options
            className={styles.options ?? ''}
            aria-busy={busy}
            aria-label={props.placeholder ?? shown}
          >
            {options.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={option.value === value}
                aria-selected={option.value === value}
                className={styles.option ?? ''}
              >
                <span className="cut">{option.label}</span>
                {option.locked && <Icon as={Lock} size="xs" />}
                {option.detail && <span className={styles.detail}>{option.detail}</span>}
              </Combobox.Option>
            ))}
            {message && (
              <Combobox.Empty className={cx(styles.empty, message.failed && styles.failed)}>
                {message.text}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}
