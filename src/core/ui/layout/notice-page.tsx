import type { ReactNode } from 'react';
import styles from './notice-page.module.css';

/** Under the head of a page that is no form: a few parts, one below the other, and what to do at the end. */
export function NoticeBody({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.body}>
      {children}
      {actions && <div className={styles.acts}>{actions}</div>}
    </div>
  );
}
