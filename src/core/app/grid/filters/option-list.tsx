import { Checkbox } from '../../../ui/fields/choices/choice';
import { SearchBox } from '../../../ui/fields/search-box';
import styles from './option-list.module.css';

/** Multiple-choice options in the popover of a filter chip. */
export function OptionList(props: {
  label: string;
  search?: { text: string; onChange: (text: string) => void; placeholder: string };
  options: readonly { value: string; label: string; detail?: string | undefined }[];
  selected: readonly string[];
  onToggle: (value: string, on: boolean) => void;
  /** Status of the search, shown below the options or instead of them. */
  message?: string | undefined;
}) {
  const { label, search, options, selected, onToggle, message } = props;
  return (
    <div className={styles.list}>
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
    </div>
  );
}
