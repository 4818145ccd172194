import type { ReactNode } from 'react';
import { cx } from '../style/cx';
import styles from './statement.module.css';

/** What the fields around it come to, in a sentence. `quiet` while they come to nothing. */
export function Statement({ quiet, children }: { quiet?: boolean | undefined; children: ReactNode }) {
  return <p className={cx(styles.statement, quiet && styles.quiet)}>{children}</p>;
}
