import { useId, type ReactNode, type Ref } from 'react';
import { Combo } from '../fields/choices/combo';
import { cx } from '../style/cx';
import { DecimalInput } from '../fields/decimal-input';
import { useReference, type ReferenceSource } from '../fields/choices/reference-field';
import { useSelect, type SelectProps } from '../fields/choices/select-field';
import styles from './sheet.module.css';

interface CellFrame {
  /** Read, not shown: "Amount of Take-away". */
  label: string;
  error?: string | undefined;
  /** Tinted: not the saved value. `was` is the sentence on hover. */
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

/** The error below a cell's box, and what ties it to the box. */
function useFault(error: string | undefined): [Record<string, string | boolean | undefined>, ReactNode] {
  const id = useId();
  const below = error && (
    <span id={id} className={styles.fault}>
      {error}
    </span>
  );
  return [{ 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? id : undefined }, below];
}

/** A box for text in a row of a table. */
export function CellText(
  props: CellProps & {
    right?: boolean | undefined;
    /** Codes are typed here: a barcode scanner fills it. */
    codes?: boolean | undefined;
  },
) {
  const { label, value, onChange, error, changed, was, onBlur, right, codes, ...rest } = props;
  const [fault, below] = useFault(error);
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

/** A box for decimal text in a row of a table: see `DecimalField`. */
export function CellDecimal(props: CellProps & { decimalSeparator?: '.' | ',' | undefined }) {
  const { label, error, changed, was, ...rest } = props;
  const [fault, below] = useFault(error);
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

/** A box for a reference in a row of a table: see `ReferenceField`. */
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
  const [fault, below] = useFault(error);
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
        bare
      />
      {below}
    </>
  );
}

/** A box for one of a list in a row of a table: see `SelectField`. */
export function CellSelect(
  props: CellFrame & Pick<SelectProps, 'value' | 'onChange' | 'options' | 'searchable' | 'creatable'>,
) {
  const { label, error, changed, disabled, name, onBlur, ref, value, onChange } = props;
  const [fault, below] = useFault(error);
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

/** A computed or read-only value in line with the boxes above and below it; `error` is what it lacks. */
export function CellPlain(props: {
  right?: boolean | undefined;
  /** Tinted: what it comes from is not saved. */
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
