import { useId, type ReactNode, type Ref } from 'react';
import { Combo } from '../fields/choices/combo';
import { cx } from '../style/cx';
import { DecimalInput } from '../fields/decimal-input';
import { useReference, type ReferenceSource } from '../fields/choices/reference-field';
import { useSelect, type SelectProps } from '../fields/choices/select-field';
import styles from './sheet.module.css';

interface CellFrame {
  /** The accessible name, which is not visible: "Amount of Take-away". */
  label: string;
  error?: string | undefined;
  /** Tinted: the value is not saved. `was` is the tooltip. */
  changed?: boolean | undefined;
  was?: string | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

interface CellProps extends CellFrame {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
}

/** Returns the ARIA attributes of a cell's input, and the error message that stands below it. */
function useErrorMessage(
  error: string | undefined,
): [Record<string, string | boolean | undefined>, ReactNode] {
  const id = useId();
  const below = error && (
    <span id={id} className={styles.fault}>
      {error}
    </span>
  );
  return [{ 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? id : undefined }, below];
}

/** Text input in a table cell. */
export function CellText(
  props: CellProps & {
    right?: boolean | undefined;
    /** For codes: a barcode scanner may type here. */
    codes?: boolean | undefined;
  },
) {
  const { label, value, onChange, error, changed, was, onBlur, right, codes, ...rest } = props;
  const [fault, below] = useErrorMessage(error);
  return (
    <>
      <input
        {...rest}
        {...fault}
        data-codes={codes || undefined}
        type="text"
        autoComplete="off"
        aria-label={label}
        title={changed ? was : value}
        value={value}
        className={cx(styles.cell, right && styles.right, changed && styles.changed)}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {below}
    </>
  );
}

/** Input for decimal text in a table cell; see `DecimalField`. */
export function CellDecimal(props: CellProps & { decimalSeparator?: '.' | ',' | undefined }) {
  const { label, error, changed, was, ...rest } = props;
  const [fault, below] = useErrorMessage(error);
  return (
    <>
      <DecimalInput
        {...rest}
        {...fault}
        aria-label={label}
        title={changed ? was : undefined}
        className={cx(styles.cell, styles.right, changed && styles.changed)}
      />
      {below}
    </>
  );
}

/** Reference picker in a table cell; see `ReferenceField`. */
export function CellReference(
  props: CellFrame & ReferenceSource & { clearable?: boolean | undefined; placeholder?: string | undefined },
) {
  const {
    label,
    error,
    changed,
    disabled,
    name,
    onBlur,
    ref,
    placeholder,
    clearable = false,
    ...source
  } = props;
  const [fault, below] = useErrorMessage(error);
  const reference = useReference(source);
  return (
    <>
      <Combo
        {...reference}
        control={{ ...fault, name, disabled, 'aria-label': label }}
        onClear={clearable ? reference.onClear : undefined}
        className={cx(styles.cell, changed && styles.changed)}
        placeholder={placeholder}
        onBlur={onBlur}
        ref={ref}
        withoutChevron
      />
      {below}
    </>
  );
}

/** Select in a table cell; see `SelectField`. */
export function CellSelect(
  props: CellFrame & Pick<SelectProps, 'value' | 'onChange' | 'options' | 'searchable' | 'creatable'>,
) {
  const { label, error, changed, disabled, name, onBlur, ref, value, onChange } = props;
  const [fault, below] = useErrorMessage(error);
  const select = useSelect(props);
  return (
    <>
      <Combo
        {...select}
        control={{ ...fault, name, disabled, 'aria-label': label }}
        value={value}
        onPick={(option) => onChange(option.value)}
        className={cx(styles.cell, changed && styles.changed)}
        onBlur={onBlur}
        ref={ref}
      />
      {below}
    </>
  );
}

/** A computed or read-only value, aligned with the inputs above and below it; `error` says what is missing. */
export function CellPlain(props: {
  right?: boolean | undefined;
  /** Tinted: the value depends on something that is not saved. */
  changed?: boolean | undefined;
  error?: string | undefined;
  children: ReactNode;
}) {
  const { right, changed, error, children } = props;
  return (
    <>
      <span className={cx(styles.plain, right && styles.right, changed && styles.tinted)}>{children}</span>
      {error && (
        <span role="alert" className={cx(styles.plain, styles.fault, right && styles.right)}>
          {error}
        </span>
      )}
    </>
  );
}
