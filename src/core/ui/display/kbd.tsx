import { cx } from '../style/cx';
import styles from './kbd.module.css';

/** A key, or keys, as a hint: "Ctrl S". */
export function Kbd({ children, className }: { children: string; className?: string | undefined }) {
  return <kbd className={cx(styles.kbd, className)}>{children}</kbd>;
}
