import { useMergedRef } from '@mantine/hooks';
import { Check } from 'lucide-react';
import { useEffect, useRef, type FocusEventHandler, type ReactNode, type Ref } from 'react';
import styles from './choice.module.css';
import { cx } from '../../style/cx';
import { Icon } from '../../display/icon';

/** Props that a check box, a radio button and a switch share. */
export interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Visible label beside the control; without it, give `aria-label`. */
  label?: ReactNode;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  tabIndex?: number | undefined;
}

/** Check box; `mixed` for a check box over rows of which only some are selected. */
export function Checkbox(
  props: ChoiceProps & { mixed?: boolean | undefined; className?: string | undefined },
) {
  const { label, mixed = false, onChange, ref, className, ...rest } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (inputRef.current) inputRef.current.indeterminate = mixed;
  }, [mixed]);
  const mergedRef = useMergedRef(inputRef, ref);
  return (
    <label className={cx(styles.choice, className)} data-off={rest.disabled || undefined}>
      <input
        type="checkbox"
        className={styles.native}
        ref={mergedRef}
        onChange={(event) => onChange(event.target.checked)}
        {...rest}
      />
      <span className={cx(styles.mark, styles.box)}>
        <Icon as={Check} size="xs" />
      </span>
      {label}
    </label>
  );
}

/** Radio button of the group with this `name`; `onChange` is called when it is chosen. */
export function Radio(
  props: Omit<ChoiceProps, 'onChange'> & { onChange: () => void; className?: string | undefined },
) {
  const { label, onChange, className, ...rest } = props;
  return (
    <label className={cx(styles.choice, className)} data-off={rest.disabled || undefined}>
      <input type="radio" className={styles.native} onChange={onChange} {...rest} />
      <span className={cx(styles.mark, styles.round)} />
      {label}
    </label>
  );
}

/** Switch, which takes effect at once. */
export function Switch(props: ChoiceProps & { className?: string | undefined }) {
  const { label, onChange, className, ...rest } = props;
  return (
    <label className={cx(styles.choice, styles.switch, className)} data-off={rest.disabled || undefined}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={rest.checked}
        className={styles.native}
        onChange={(event) => onChange(event.target.checked)}
        {...rest}
      />
      <span className={styles.track} />
      {label}
    </label>
  );
}
