import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { cx } from '../style/cx';
import { Icon, type IconShape } from './icon';

const icons = { note: Info, attention: TriangleAlert, danger: CircleAlert };

/**
 * Message within a page. `danger` is announced at once, `attention` is about money at risk or a decision, `note`
 * explains.
 */
export function Banner(props: {
  kind: 'attention' | 'danger' | 'note';
  icon?: IconShape | undefined;
  /** A button or a link on the right. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const { kind, icon, action, children } = props;
  return (
    <div className={cx(styles.banner, styles[kind])} role={kind === 'danger' ? 'alert' : undefined}>
      <Icon as={icon ?? icons[kind]} />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
