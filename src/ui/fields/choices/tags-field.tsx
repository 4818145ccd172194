import { useMergedRef } from '@mantine/hooks';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../style/cx';
import { Field, type FieldProps } from '../field';
import { Icon } from '../../display/icon';
import styles from './pill.module.css';
import { useUiStrings } from '../../display/ui-strings';

/**
 * Field for a list of words, each with an ×. "Add a tag" becomes an input: Enter or a comma adds the word and stays,
 * Escape cancels, leaving it adds what was typed. Duplicates are not added.
 */
export function TagsField(
  props: Omit<FieldProps<readonly string[], HTMLButtonElement>, 'onChange'> & {
    onChange: (value: string[]) => void;
    /** "Add a tag" */
    addLabel: string;
    suggestions?: readonly string[] | undefined;
  },
) {
  const { value, onChange, onBlur, ref, addLabel, suggestions, ...frame } = props;
  const strings = useUiStrings();
  const list = useId();
  const [typed, setTyped] = useState<string>();
  const add = useRef<HTMLButtonElement>(null);
  const mergedRef = useMergedRef(add, ref);
  const fixed = frame.readOnly || frame.disabled;

  const take = () => {
    const fresh = (typed ?? '').split(',').map((word) => word.trim());
    const next = [...new Set([...value, ...fresh.filter(Boolean)])];
    if (next.length > value.length) onChange(next);
  };
  const close = () => {
    setTyped(undefined);
    setTimeout(() => add.current?.focus());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      if (typed?.trim()) {
        take();
        setTyped('');
      } else close();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
  };
  return (
    <Field frame={frame} plain={value.join(', ')} group>
      {() => (
        <div className={styles.pills}>
          {value.map((word) => (
            <span key={word} className={cx(styles.pill, styles.word)}>
              {word}
              {!fixed && (
                <button
                  type="button"
                  className={styles.x}
                  aria-label={strings.remove(word)}
                  onClick={() => onChange(value.filter((each) => each !== word))}
                >
                  <Icon as={X} size="xs" />
                </button>
              )}
            </span>
          ))}
          {!fixed && typed === undefined && (
            <button
              type="button"
              ref={mergedRef}
              className={cx(styles.pill, styles.add)}
              onClick={() => setTyped('')}
            >
              <Icon as={Plus} size="xs" />
              {addLabel}
            </button>
          )}
          {typed !== undefined && (
            <input
              className={styles.typing}
              aria-label={addLabel}
              list={list}
              value={typed}
              // eslint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button just pressed
              autoFocus
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={press}
              onBlur={() => {
                take();
                setTyped(undefined);
                onBlur?.();
              }}
            />
          )}
          <datalist id={list}>
            {suggestions?.map((word) => (
              <option key={word}>{word}</option>
            ))}
          </datalist>
        </div>
      )}
    </Field>
  );
}
