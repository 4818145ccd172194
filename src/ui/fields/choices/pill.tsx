import { Check } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../../style/cx';
import { Icon } from '../../display/icon';
import styles from './pill.module.css';

/** Toggle for one of several values (an allergen): a tick and a tint show that it is on. */
export function Pill(props: {
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  children: ReactNode;
}) {
  const { on, onChange, disabled, onBlur, ref, children } = props;
  return (
    <button
      type="button"
      aria-pressed={on}
      disabled={disabled}
      ref={ref}
      onBlur={onBlur}
      className={cx(styles.pill, on && styles.on)}
      onClick={() => onChange(!on)}
    >
      {on && <Icon as={Check} size="xs" />}
      {children}
    </button>
  );
}
