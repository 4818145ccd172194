import { Field, type FieldProps } from '../field';
import { Pill } from './pill';
import styles from './pill.module.css';

/** Field of toggles for the known values. Unknown values are shown as on, and are kept until switched off. */
export function PillsField(
  props: Omit<FieldProps<readonly string[], HTMLButtonElement>, 'onChange'> & {
    onChange: (value: string[]) => void;
    options: readonly { value: string; label: string }[];
  },
) {
  const { value, onChange, onBlur, ref, options, ...frame } = props;
  const known = new Set(options.map((option) => option.value));
  const unknown = value.filter((each) => !known.has(each)).map((each) => ({ value: each, label: each }));
  const chosen = [...options, ...unknown].filter((option) => value.includes(option.value));
  return (
    <Field frame={frame} plain={chosen.map(({ label }) => label).join(', ')} group>
      {() => (
        <div className={styles.pills}>
          {[...options, ...unknown].map((option, index) => (
            <Pill
              key={option.value}
              ref={index === 0 ? ref : undefined}
              onBlur={onBlur}
              on={value.includes(option.value)}
              disabled={frame.readOnly}
              onChange={(on) =>
                onChange(on ? [...value, option.value] : value.filter((each) => each !== option.value))
              }
            >
              {option.label}
            </Pill>
          ))}
        </div>
      )}
    </Field>
  );
}

/**
 * Field of toggles for weekdays, 1 (Monday) to 7 (Sunday), in that order; `names` are the seven names in the user's
 * language.
 */
export function WeekdaysField(
  props: Omit<FieldProps<readonly number[], HTMLButtonElement>, 'onChange'> & {
    onChange: (value: number[]) => void;
    names: readonly string[];
  },
) {
  const { value, onChange, names, ...rest } = props;
  return (
    <PillsField
      {...rest}
      value={value.map(String)}
      onChange={(days) => onChange(days.map(Number).sort((a, b) => a - b))}
      options={names.map((label, index) => ({ value: String(index + 1), label }))}
    />
  );
}
