import { cx } from '../style/cx';
import { DecimalInput } from './decimal-input';
import { formatDecimalText } from './decimal-text';
import { Field, withUnit, type FieldProps } from './field';
import { useUiStrings } from '../display/ui-strings';
import styles from './field.module.css';

interface NumberProps extends FieldProps<string> {
  /** Muted text after the number: "€", "pieces". */
  unit?: string | undefined;
  placeholder?: string | undefined;
  /** The number is an identifier, not a quantity: it is aligned to the left like a name. */
  isIdentifier?: boolean | undefined;
}

/** Field for money, a quantity or a rate as decimal text ("4.50"), typed and shown with the user's separator. */
export function DecimalField(
  props: Omit<NumberProps, 'isIdentifier'> & { decimalSeparator?: '.' | ',' | undefined },
) {
  const { value, onChange, onBlur, ref, unit, placeholder, decimalSeparator, ...frame } = props;
  const strings = useUiStrings();
  const text = formatDecimalText(value, decimalSeparator ?? strings.decimalSeparator);
  return (
    <Field frame={frame} plain={withUnit(text, unit)}>
      {(control) => (
        <div className={cx(styles.in, styles.num)}>
          <DecimalInput
            {...control}
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            placeholder={placeholder}
            decimalSeparator={decimalSeparator}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
        </div>
      )}
    </Field>
  );
}

/** Field for a whole number, as the typed text without spaces between digits; other text is left for validation. */
export function IntegerField(props: NumberProps) {
  const { value, onChange, onBlur, ref, unit, placeholder, isIdentifier, ...frame } = props;
  const type = (typed: string) => {
    const text = typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace(/^\u2212/, '-');
    onChange(/^-?\d*$/.test(text) ? text : typed);
  };
  return (
    <Field frame={frame} plain={withUnit(value, unit)}>
      {(control) => (
        <div className={cx(styles.in, !isIdentifier && styles.num)}>
          <input
            {...control}
            ref={ref}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={value}
            placeholder={placeholder}
            onChange={(event) => type(event.target.value)}
            onBlur={onBlur}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
        </div>
      )}
    </Field>
  );
}
