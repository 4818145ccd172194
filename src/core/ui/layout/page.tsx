import type { ReactNode } from 'react';
import { cx } from '../style/cx';
import { Icon, type IconShape } from '../display/icon';
import { Kbd } from '../display/kbd';
import { Link } from './link';
import styles from './page.module.css';

/** Header of a page: breadcrumbs, title, an optional state beside it, and actions on the right. */
export function PageHeader(props: {
  title: string;
  crumbs?: readonly { label: string; href: string }[] | undefined;
  state?: ReactNode;
  actions?: ReactNode;
  /** Draws a line below: for a page without a toolbar. */
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

/**
 * Toolbar of a list: search box and filters on the left, count and tools on the right. Filters wrap on a narrow screen.
 */
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

/** Footer of a list. With a selection it is petrol, and `children` are `BulkAction`s. */
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

/** Button for an action on the selected rows, in the petrol footer. */
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

/** Note in the petrol footer: which rows the actions leave out, or their progress. */
export function BulkNote({ children }: { children: ReactNode }) {
  return <span className={styles.bulkNote}>{children}</span>;
}
