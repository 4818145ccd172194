import { Plus } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from '../style/cx';
import { Icon, type IconShape } from './icon';
import { Kbd } from './kbd';
import { Link } from '../layout/link';

interface Look {
  /** One `primary` button per page; `danger` for what cannot be undone. */
  kind?: 'default' | 'primary' | 'quiet' | 'danger' | undefined;
  /** Height: 24, 28 (bars), 32 (forms) or 36 px. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | undefined;
  /** Makes the button a link. */
  href?: string | undefined;
}

/** Props of `Button`. */
export interface ButtonProps extends Look, ComponentProps<'button'> {
  icon?: IconShape | undefined;
  iconEnd?: IconShape | undefined;
  /** Hint for the keyboard shortcut. */
  kbd?: string | undefined;
  /**
   * While an action is running: the button keeps its width and focus, shows a spinner, and does nothing when pressed.
   */
  busy?: boolean | undefined;
  /** Text beside the spinner, shown if it is no longer than the button's text: "Saving". */
  busyLabel?: string | undefined;
  wide?: boolean | undefined;
}

/** Button, or with `href` a link that looks like one. */
export function Button(props: ButtonProps) {
  const {
    kind,
    size,
    href,
    icon,
    iconEnd,
    kbd,
    busy,
    busyLabel,
    wide,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const name = cx(styles.btn, kind && styles[kind], size && styles[size], wide && styles.wide, className);
  const body = (
    <>
      {icon && <Icon as={icon} />}
      {children}
      {iconEnd && <Icon as={iconEnd} size="s" className={styles.end} />}
      {kbd && <Kbd className={styles.kbd}>{kbd}</Kbd>}
    </>
  );
  if (href !== undefined)
    return (
      <Link href={href} className={name} title={rest.title} aria-label={rest['aria-label']}>
        {body}
      </Link>
    );
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!busy) return onClick?.(event);
    event.preventDefault();
  };
  return (
    <button
      type="button"
      {...rest}
      className={name}
      onClick={click}
      data-words={icon || iconEnd ? undefined : ''}
      aria-busy={busy}
      aria-disabled={busy || undefined}
    >
      <span className={styles.rest}>{body}</span>
      {busy && (
        <span className={styles.over}>
          <span className={styles.ring} />
          {busyLabel ?? <span className="vh">{children}</span>}
        </span>
      )}
    </button>
  );
}

/** Square button with an icon; the label is its accessible name and its tooltip. */
export function IconButton(props: Look & ComponentProps<'button'> & { icon: IconShape; label: string }) {
  const { kind = 'quiet', size, href, icon, label, className, ...rest } = props;
  const name = cx(styles.btn, styles.icon, styles[kind], size && styles[size], className);
  const body = <Icon as={icon} size={size === 'xs' ? 's' : 'm'} />;
  if (href !== undefined)
    return (
      <Link href={href} className={name} title={label} aria-label={label}>
        {body}
      </Link>
    );
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={name}>
      {body}
    </button>
  );
}

/** Group of adjacent buttons. */
export function ButtonGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset aria-label={label} className={styles.group}>
      {children}
    </fieldset>
  );
}

/** Button below a table that adds a row: "Add a price list". */
export function AddButton({ children, className, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={cx(styles.add, className)}>
      <Icon as={Plus} size="s" />
      {children}
    </button>
  );
}
