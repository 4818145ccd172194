import { useId, type CSSProperties } from 'react';
import { Checkbox, Switch } from './choice';
import { cx } from '../../style/cx';
import { FieldMessage, PlainField, type FieldProps } from '../field';
import styles from '../field.module.css';
import { useUiStrings } from '../../display/ui-strings';

type Props = FieldProps<boolean> & { as: typeof Switch | typeof Checkbox };

function OnOff(props: Props) {
  const {
    as: As,
    label,
    value,
    onChange,
    onBlur,
    ref,
    error,
    help,
    changed,
    was,
    readOnly,
    disabled,
    span,
    name,
  } = props;
  const strings = useUiStrings();
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const style: CSSProperties & { '--span'?: number } = span ? { '--span': span } : {};
  const described = [changed && was && `${id}-was`, error ? `${id}-error` : help && `${id}-help`].filter(
    Boolean,
  );
  if (readOnly) return <PlainField frame={props}>{value ? strings.yes : strings.no}</PlainField>;
  return (
    <div className={cx(styles.field, span !== undefined && span <= 6 && styles.level)} style={style}>
      <As
        id={id}
        name={name}
        checked={value}
        onChange={onChange}
        onBlur={onBlur}
        ref={ref}
        disabled={disabled}
        aria-describedby={described.join(' ') || undefined}
        className={cx(changed && styles.changed)}
        label={<span title={changed ? was : undefined}>{label}</span>}
      />
      {changed && was && (
        <span id={`${id}-was`} className="vh">
          {was}
        </span>
      )}
      <FieldMessage id={id} error={error} help={help} />
    </div>
  );
}

/** Field with a switch; the label is beside it. */
export function SwitchField(props: FieldProps<boolean>) {
  return <OnOff as={Switch} {...props} />;
}

/** Field with a check box; the label is beside it. Used for several in a grid. */
export function CheckField(props: FieldProps<boolean>) {
  return <OnOff as={Checkbox} {...props} />;
}
