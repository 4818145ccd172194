import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId, type CSSProperties, type ReactNode, type Ref } from 'react';
import { cx } from '../style/cx';
import styles from './field.module.css';
import { Icon } from '../display/icon';

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
  disabled?: boolean | undefined;
  required?: boolean | undefined;
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
 * the group.
 */
export function Field(props: {
  frame: FieldFrame;
  group?: boolean;
  children: (control: Control) => ReactNode;
}) {
  const { frame, group = false, children } = props;
  const { label, error, attention, help, changed, was, readOnly, disabled, required, span, name } = frame;
  const generatedId = useId();
  const id = frame.id ?? generatedId;
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
        <label id={`${id}-label`} htmlFor={id} className={look} title={title}>
          {label}
        </label>
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
    <div className={styles.field} style={style}>
      {body}
    </div>
  );
}

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
