import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../style/cx';
import { Field, withUnit, type FieldProps } from './field';
import styles from './field.module.css';
import { Icon } from '../display/icon';
import { useUiStrings } from '../display/ui-strings';

interface TextProps extends FieldProps<string> {
  /** Muted text at the end of the box. */
  unit?: string | undefined;
  placeholder?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
  onFocus?: (() => void) | undefined;
  /** 36 px high, as on the sign-in page. */
  large?: boolean | undefined;
  maxLength?: number | undefined;
}

/** Field for one line of text. A password can be made visible. */
export function TextField(props: TextProps) {
  const {
    value,
    onChange,
    onBlur,
    onFocus,
    ref,
    unit,
    placeholder,
    type = 'text',
    autoComplete = 'off',
    large,
    ...frame
  } = props;
  const { showPassword } = useUiStrings();
  const [isPasswordVisible, setShown] = useState(false);
  return (
    <Field frame={frame} plain={withUnit(value, unit)}>
      {(control) => (
        <div className={cx(styles.in, large && styles.lg)}>
          <input
            {...control}
            ref={ref}
            type={isPasswordVisible ? 'text' : type}
            value={value}
            placeholder={placeholder}
            autoComplete={autoComplete}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- only where the page is this one form
            autoFocus={props.autoFocus}
            maxLength={props.maxLength}
            onChange={(event) => onChange(event.target.value)}
            onFocus={onFocus}
            onBlur={onBlur}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
          {type === 'password' && (
            <button
              type="button"
              className={styles.clear}
              aria-label={showPassword}
              aria-pressed={isPasswordVisible}
              onClick={() => setShown(!isPasswordVisible)}
            >
              <Icon as={isPasswordVisible ? EyeOff : Eye} />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

/** Field for several lines of text; it grows with its content. */
export function TextAreaField(
  props: FieldProps<string, HTMLTextAreaElement> & {
    placeholder?: string | undefined;
    rows?: number | undefined;
  },
) {
  const { value, onChange, onBlur, ref, placeholder, rows = 2, ...frame } = props;
  return (
    <Field frame={frame} plain={value}>
      {(control) => (
        <div className={cx(styles.in, styles.area)}>
          <textarea
            {...control}
            ref={ref}
            rows={rows}
            value={value}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  );
}
