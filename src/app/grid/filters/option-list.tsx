import type { KeyboardEvent } from 'react';
import { Checkbox } from '@/ui/fields/choices/choice';
import { SearchBox } from '@/ui/fields/search-box';
import styles from './option-list.module.css';

/**
 * Arrow keys go through the search box and the options, Home and End to the ends; Enter chooses an option, and in the
 * search box the first one.
 */
function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const inputs = [...currentTarget.querySelectorAll('input')];
  const options = inputs.filter(({ type }) => type === 'checkbox');
  const isOption = target.type === 'checkbox';
  if (key === 'Enter') {
    event.preventDefault();
    (isOption ? target : options[0])?.click();
    return;
  }
  const at = inputs.indexOf(target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, ...(isOption && { Home: 0, End: inputs.length - 1 }) }[
    key
  ];
  if (to === undefined) return;
  event.preventDefault();
  inputs[Math.min(Math.max(to, 0), inputs.length - 1)]?.focus();
}

/** Multiple-choice options in the popover of a filter chip. */
export function OptionList(props: {
  label: string;
  search?: { text: string; onChange: (text: string) => void; placeholder: string };
  options: readonly { value: string; label: string; detail?: string | undefined }[];
  selected: readonly string[];
  onToggle: (value: string, on: boolean) => void;
  /** Status of the search, shown below the options or instead of them. */
  message?: string | undefined;
  /** A choice of its own below them, about all that are chosen. */
  below?: { label: string; checked: boolean; onChange: (on: boolean) => void } | undefined;
}) {
  const { label, search, options, selected, onToggle, message, below } = props;
  return (
    // The keys bubble from the search box and the check boxes.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.list} onKeyDown={moveByKeys}>
      {search && (
        <SearchBox
          value={search.text}
          onChange={search.onChange}
          label={`${search.placeholder}: ${label}`}
          placeholder={search.placeholder}
          slash={false}
        />
      )}
      <ul className={styles.options} aria-label={label}>
        {options.map((option) => (
          <li key={option.value} className={styles.option}>
            <Checkbox
              checked={selected.includes(option.value)}
              onChange={(on) => onToggle(option.value, on)}
              label={
                <span className={styles.text}>
                  <span className="cut">{option.label}</span>
                  {option.detail && <span className="muted">{option.detail}</span>}
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {message && <output className="muted">{message}</output>}
      {below && (
        <div className={styles.below}>
          <Checkbox checked={below.checked} onChange={below.onChange} label={below.label} />
        </div>
      )}
    </div>
  );
}
