import type { ReactNode } from 'react';
import { cx } from '../style/cx';
import styles from './statement.module.css';

/** Sentence that sums up the fields around it; `quiet` while there is nothing to sum up. */
export function Statement({ quiet, children }: { quiet?: boolean | undefined; children: ReactNode }) {
  return <p className={cx(styles.statement, quiet && styles.quiet)}>{children}</p>;
}
