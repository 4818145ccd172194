import type { ReactNode } from 'react';
import styles from './notice-page.module.css';

/** Body of a page that is no form: its parts one below the other, and the actions at the end. */
export function NoticeBody({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.body}>
      {children}
      {actions && <div className={styles.acts}>{actions}</div>}
    </div>
  );
}
