import { cx } from '../style/cx';
import styles from './kbd.module.css';

/** Hint for a keyboard shortcut: "Ctrl S". */
export function Kbd({ children, className }: { children: string; className?: string | undefined }) {
  return <kbd className={cx(styles.kbd, className)}>{children}</kbd>;
}
