import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Combo } from './combo';
import { cx } from '../../style/cx';
import { Field, type FieldProps } from '../field';
import { Icon } from '../../display/icon';
import styles from './pill.module.css';
import { useReference, type Reference } from './reference-field';
import { useUiStrings } from '../../display/ui-strings';

/**
 * Field for several references, each shown by name with an ×. "Add a department" becomes a search, which stays open for
 * the next record; Escape or leaving it ends the search.
 */
export function ReferencesField(
  props: Omit<FieldProps<readonly string[], HTMLButtonElement>, 'onChange'> & {
    onChange: (ids: string[]) => void;
    nameOf: (id: string) => string;
    search: (query: string) => Promise<readonly Reference[]>;
    /** "Add a department" */
    addLabel: string;
    /** What an empty list means: "All departments". */
    noneLabel: string;
  },
) {
  const { value, onChange, onBlur, ref, nameOf, search, addLabel, noneLabel, ...frame } = props;
  const strings = useUiStrings();
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const fixed = frame.readOnly || frame.disabled;
  // When the focused control disappears, the focus moves to the add button.
  const backToAdd = () =>
    setTimeout(() => list.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus());
  return (
    <Field frame={frame} plain={value.map(nameOf).join(', ') || noneLabel} group>
      {() => (
        <div ref={list} className={styles.pills}>
          {value.length === 0 && !adding && <span className={styles.none}>{noneLabel}</span>}
          {value.map((id) => (
            <span key={id} className={cx(styles.pill, styles.word)}>
              {nameOf(id)}
              {!fixed && (
                <button
                  type="button"
                  className={styles.x}
                  aria-label={strings.remove(nameOf(id))}
                  onClick={() => {
                    onChange(value.filter((each) => each !== id));
                    backToAdd();
                  }}
                >
                  <Icon as={X} size="xs" />
                </button>
              )}
            </span>
          ))}
          {!fixed && !adding && (
            <button
              type="button"
              ref={ref}
              data-add
              className={cx(styles.pill, styles.add)}
              onClick={() => setAdding(true)}
            >
              <Icon as={Plus} size="xs" />
              {addLabel}
            </button>
          )}
          {adding && (
            <Adding
              label={addLabel}
              search={search}
              chosenIds={value}
              onAdd={(id) => onChange([...value, id])}
              onEscape={() => {
                setAdding(false);
                backToAdd();
              }}
              onLeave={() => {
                setAdding(false);
                onBlur?.();
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();

function Adding(props: {
  label: string;
  search: (query: string) => Promise<readonly Reference[]>;
  chosenIds: readonly string[];
  onAdd: (id: string) => void;
  onEscape: () => void;
  onLeave: () => void;
}) {
  const { label, search, chosenIds: taken, onAdd, onEscape, onLeave } = props;
  const reference = useReference({
    value: null,
    display: '',
    search: async (typed) => (await search(typed)).filter(({ id }) => !taken.includes(id)),
    onChange: (id) => id !== null && onAdd(id),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the Escape of the box inside
    <div
      className={styles.finding}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEscape();
      }}
    >
      <Combo
        {...reference}
        shown=""
        control={{ 'aria-label': label }}
        onClear={undefined}
        onBlur={onLeave}
        placeholder={label}
        ref={focus}
        opened
      />
    </div>
  );
}
