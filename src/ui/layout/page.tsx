import { ArrowLeft } from 'lucide-react';
import { use, type ComponentProps, type ReactNode, type Ref } from 'react';
import { IconButton } from '../display/button';
import { cx } from '../style/cx';
import { Icon, type IconShape } from '../display/icon';
import { Kbd } from '../display/kbd';
import { LastSeenContext, Link } from './link';
import styles from './page.module.css';

/**
 * Header of a page: breadcrumbs, title, an optional state beside it, and actions on the right. On a phone it is one
 * line with the way back, the title above its state, and the actions by their icons; an action
 * without one stands at the foot of the page.
 */
export function PageHeader(props: {
  title: string;
  crumbs?: readonly { label: string; href: string }[] | undefined;
  state?: ReactNode;
  actions?: ReactNode;
  /** Draws a line below: for a page without a toolbar. */
  ruled?: boolean | undefined;
}) {
  const { title, state, actions, ruled } = props;
  const lastSeen = use(LastSeenContext);
  const crumbs = (props.crumbs ?? []).map(({ label, href }) => ({ label, href: lastSeen(href) }));
  return (
    <header className={cx(styles.head, ruled && styles.ruled)} data-phone-head>
      {crumbs[0] && <IconButton icon={ArrowLeft} {...crumbs[0]} className={styles.back} />}
      {crumbs.map((crumb) => (
        <span key={crumb.label} className={styles.crumb}>
          <Link href={crumb.href}>{crumb.label}</Link>
          <span className={styles.slash} aria-hidden="true">
            /
          </span>
        </span>
      ))}
      <span className={styles.identity}>
        <h1 title={title} tabIndex={-1}>
          {title}
        </h1>
        {crumbs.length > 1 && <span className={styles.place}>{crumbs.at(-1)?.label}</span>}
        {state}
      </span>
      <span className="grow" />
      {actions}
    </header>
  );
}

/**
 * Toolbar of a list: search box and filters on the left, count and tools on the right. `isLine`: it is one
 * line, whose overflow the caller measures (`useFit`); otherwise its filters wrap on a narrow screen.
 */
export function Toolbar(props: {
  ref?: Ref<HTMLDivElement>;
  isLine?: boolean;
  /** The tools are shown by their icons alone. */
  isTight?: boolean;
  search?: ReactNode;
  filters?: ReactNode;
  count?: ReactNode;
  actions?: ReactNode;
}) {
  const { ref, isLine, isTight, search, filters, count, actions } = props;
  return (
    <div
      ref={ref}
      className={cx(
        styles.tools,
        !search && styles.unsearched,
        isLine && styles.line,
        isTight && styles.tight,
      )}
    >
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
    <section className={cx(styles.foot, bulk && styles.bulk)} aria-label={label} data-takes-tabs={bulk}>
      {children}
    </section>
  );
}

/** Button for an action on the selected rows, in the petrol footer. */
export function BulkAction({
  icon,
  kbd,
  children,
  ...rest
}: ComponentProps<'button'> & { icon?: IconShape | undefined; kbd?: string | undefined }) {
  return (
    <button type="button" className={styles.act} {...rest}>
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
