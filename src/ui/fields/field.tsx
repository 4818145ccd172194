import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId, type CSSProperties, type ReactNode, type Ref } from 'react';
import { cx } from '../style/cx';
import styles from './field.module.css';
import { Icon } from '../display/icon';
import { useUiStrings } from '../display/ui-strings';

/** The frame of a field: label, help, error and state. */
export interface FieldFrame {
  label: string;
  /** Error message below the field, in red with an icon; the field is marked as invalid. */
  error?: string | undefined;
  /** A question about the value below the field, in copper with an icon; an error replaces it. */
  attention?: string | undefined;
  /** Muted text below the field; an error or a question replaces it. */
  help?: ReactNode;
  /** Shows a petrol dot after the label: the value is not saved. */
  changed?: boolean | undefined;
  /** Tooltip of the label while the field is changed: "Was 3.70". */
  was?: string | undefined;
  readOnly?: boolean | undefined;
  /** Why it cannot be edited, below its value. */
  why?: string | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  /** Shows that a value is still needed, as a word beside the label. */
  showRequired?: boolean | undefined;
  /** `tall`: 48 px high, for what a form is about; `key`: the one value that it is about most. */
  size?: 'tall' | 'key' | undefined;
  /** Columns of the twelve of `Fields`. */
  span?: number | undefined;
  id?: string | undefined;
  name?: string | undefined;
  /** For codes: a barcode scanner may type here. */
  codes?: boolean | undefined;
}

/** Props of a field: its frame, its value, and what changes it. `ref` and `onBlur` are for a form library. */
export interface FieldProps<V, E extends HTMLElement = HTMLInputElement> extends FieldFrame {
  value: V;
  onChange: (value: V) => void;
  onBlur?: (() => void) | undefined;
  ref?: Ref<E> | undefined;
}

/** Returns the props of a field for a value that a `Controller` of React Hook Form renders. */
export const controlled = <Value extends { value: unknown }>(props: {
  field: Value;
  fieldState: { error?: { message?: string | undefined } | undefined };
}): Value & Pick<FieldFrame, 'error'> => ({ ...props.field, error: props.fieldState.error?.message });

/** The attributes that tie a field's control to its label, help and error. */
export interface Control {
  id: string;
  name: string | undefined;
  disabled: boolean | undefined;
  readOnly: boolean | undefined;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
  'data-codes': boolean | undefined;
}

/**
 * Frame of a field: label above, help or error below. With `group`, the field has several controls, and the label names
 * the group. `plain` is what a field that cannot be edited shows in place of its control.
 */
export function Field(props: {
  frame: FieldFrame;
  group?: boolean;
  plain?: ReactNode;
  children: (control: Control) => ReactNode;
}) {
  const { frame, group = false, plain, children } = props;
  const { label, error, attention, help, changed, was, readOnly, disabled, required, span, name } = frame;
  const strings = useUiStrings();
  const generatedId = useId();
  const id = frame.id ?? generatedId;
  if (readOnly && plain !== undefined) return <PlainField frame={frame}>{plain}</PlainField>;
  const described = [
    changed && was && `${id}-was`,
    error || attention ? `${id}-error` : help && `${id}-help`,
  ].filter(Boolean);
  const look = cx(styles.label, changed && styles.changed);
  const title = changed ? was : undefined;
  const body = (
    <>
      {group ? (
        <div id={`${id}-label`} className={look} title={title}>
          {label}
        </div>
      ) : (
        <div className={styles.labelLine}>
          <label id={`${id}-label`} htmlFor={id} className={look} title={title}>
            {label}
          </label>
          {frame.showRequired && (
            <span className={styles.required} aria-hidden="true">
              {strings.required}
            </span>
          )}
        </div>
      )}
      {children({
        id,
        name,
        disabled,
        readOnly,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.join(' ') || undefined,
        'aria-required': required || undefined,
        'data-codes': frame.codes || undefined,
      })}
      {changed && was && (
        <span id={`${id}-was`} className="vh">
          {was}
        </span>
      )}
      <FieldMessage id={id} error={error} attention={attention} help={help} />
    </>
  );
  const style: CSSProperties & { '--span'?: number } = span ? { '--span': span } : {};
  return group ? (
    <fieldset
      className={styles.field}
      style={style}
      aria-labelledby={`${id}-label`}
      aria-describedby={described.join(' ') || undefined}
      disabled={disabled}
    >
      {body}
    </fieldset>
  ) : (
    <div className={cx(styles.field, frame.size && styles[frame.size])} style={style}>
      {body}
    </div>
  );
}

/** A label and its value as text; "–" if it is empty. */
export function PlainField({
  frame,
  level,
  children,
}: {
  frame: FieldFrame;
  /** Stands beside boxes, at the height of what is in them. */
  level?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const style: CSSProperties & { '--span'?: number } = frame.span ? { '--span': frame.span } : {};
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has controls
    <div className={styles.field} style={style} role="group" aria-labelledby={id}>
      <div id={id} className={cx(styles.label, styles.plainLabel)}>
        {frame.label}
      </div>
      <div className={cx(styles.plain, frame.size && styles[`${frame.size}Text`], level && styles.inBox)}>
        {children || '–'}
      </div>
      {frame.why && <p className={styles.help}>{frame.why}</p>}
    </div>
  );
}

/** Returns a value with its unit, for a field that cannot be edited; '' without a value. */
export const withUnit = (value: string, unit: string | undefined): string =>
  value !== '' && unit ? `${value}\u00A0${unit}` : value;

/** The error, or otherwise the help, below a field. */
export function FieldMessage(props: {
  id: string;
  error?: string | undefined;
  attention?: string | undefined;
  help?: ReactNode;
}) {
  const { id, error, attention, help } = props;
  if (error)
    return (
      <p id={`${id}-error`} className={styles.error}>
        <Icon as={CircleAlert} size="xs" />
        {error}
      </p>
    );
  if (attention)
    return (
      <p id={`${id}-error`} className={cx(styles.error, styles.attention)}>
        <Icon as={TriangleAlert} size="xs" />
        {attention}
      </p>
    );
  return help ? (
    <p id={`${id}-help`} className={styles.help}>
      {help}
    </p>
  ) : null;
}
