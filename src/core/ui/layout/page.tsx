import type { ReactNode } from 'react';
import { cx } from '../style/cx';
import { Icon, type IconShape } from '../display/icon';
import { Kbd } from '../display/kbd';
import { Link } from './link';
import styles from './page.module.css';

/** The top of a page: where it is, its title, a state beside it, its actions on the right. */
export function PageHeader(props: {
  title: string;
  crumbs?: readonly { label: string; href: string }[] | undefined;
  state?: ReactNode;
  actions?: ReactNode;
  /** A line below: for a page without a toolbar. */
  ruled?: boolean | undefined;
}) {
  const { title, crumbs = [], state, actions, ruled } = props;
  return (
    <header className={cx(styles.head, ruled && styles.ruled)}>
      {crumbs.map((crumb) => (
        <span key={crumb.href} className={styles.crumb}>
          <Link href={crumb.href}>{crumb.label}</Link>
          <span className={styles.slash} aria-hidden="true">
            /
          </span>
        </span>
      ))}
      <h1 title={title}>{title}</h1>
      {state}
      <span className="grow" />
      {actions}
    </header>
  );
}

/** Over a list: its search, its filters, then on the right the count and what else it can do. Filters wrap below where there is no room. */
export function Toolbar(props: {
  search?: ReactNode;
  filters?: ReactNode;
  count?: ReactNode;
  actions?: ReactNode;
}) {
  const { search, filters, count, actions } = props;
  return (
    <div className={cx(styles.tools, !search && styles.unsearched)}>
      {search}
      {filters && <div className={styles.filters}>{filters}</div>}
      <div className={styles.end}>
        {count && (
          <span className={styles.count} aria-live="polite">
            {count}
          </span>
        )}
        {actions}
      </div>
    </div>
  );
}

/** Under a list: quiet by itself; with a selection, petrol, and `children` are `BulkAction`s. */
export function FootBar({
  bulk,
  label,
  children,
}: {
  bulk?: boolean | undefined;
  label: string;
  children: ReactNode;
}) {
  return (
    <section className={cx(styles.foot, bulk && styles.bulk)} aria-label={label}>
      {children}
    </section>
  );
}

/** An action on what is selected, in the petrol foot. */
export function BulkAction(props: {
  icon?: IconShape | undefined;
  kbd?: string | undefined;
  disabled?: boolean | undefined;
  onClick: () => void;
  children: ReactNode;
}) {
  const { icon, kbd, disabled, onClick, children } = props;
  return (
    <button type="button" className={styles.act} disabled={disabled} onClick={onClick}>
      {icon && <Icon as={icon} />}
      {children}
      {kbd && <Kbd>{kbd}</Kbd>}
    </button>
  );
}

/** A word in the petrol foot: what the actions will leave out, how far they are. */
export function BulkNote({ children }: { children: ReactNode }) {
  return <span className={styles.bulkNote}>{children}</span>;
}
