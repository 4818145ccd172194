import type { ReactNode } from 'react';
import { Icon, type IconShape } from '@/ui/display/icon';
import styles from './own-security.module.css';

/** One way to sign in: its name, what there is of it, and what can be done about it. */
export function Line(props: { icon?: IconShape; name: ReactNode; children: ReactNode; acts?: ReactNode }) {
  const { icon, name, children, acts } = props;
  return (
    <div className={styles.line}>
      {icon ? <Icon as={icon} /> : <span />}
      <b className={styles.name}>{name}</b>
      <span className={styles.value}>{children}</span>
      <span className={styles.acts}>{acts}</span>
    </div>
  );
}
