import { Modal as Kit } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useId, type ReactNode } from 'react';
import { IconButton } from '../display/button';
import { cx } from '../style/cx';
import { InDialogContext } from './in-dialog';
import styles from './dialog.module.css';
import { useUiStrings } from '../display/ui-strings';

/** The dialogs that are open, the last one over the others: Escape closes that one alone. */
const open: string[] = [];

/** A dialog over the page: focus stays in it, Escape closes it and focus goes back. */
export function Modal(props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** Buttons on the right; put a note or `<span className="grow" />` first to fill the left. */
  footer?: ReactNode;
  /** Width in px, 480 when not given. */
  width?: number | undefined;
  /** The body reaches the edges, under a line: for tables. */
  flush?: boolean | undefined;
  /** False while something must not be lost: then only the dialog's own buttons close it. */
  dismissible?: boolean | undefined;
  /** It asks for something to be typed: its first field has the focus, not its title. */
  asks?: boolean | undefined;
  children: ReactNode;
}) {
  const {
    opened,
    onClose,
    title,
    subtitle,
    footer,
    width = 480,
    flush,
    dismissible = true,
    asks,
    children,
  } = props;
  const words = useUiStrings();
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    open.push(id);
    return () => void open.splice(open.indexOf(id), 1);
  }, [opened, id]);
  return (
    <Kit.Root
      opened={opened}
      // Each of them hears the key.
      onClose={() => {
        if (open.at(-1) === id) onClose();
      }}
      size={width}
      centered
      closeOnClickOutside={dismissible}
      closeOnEscape={dismissible}
      classNames={{ inner: styles.inner ?? '', content: cx('raised', styles.content) }}
    >
      <Kit.Overlay className={styles.overlay ?? ''} />
      <Kit.Content aria-label={title}>
        <header className={styles.head}>
          <div className="grow">
            <h2 tabIndex={-1} data-autofocus={asks ? undefined : true}>
              {title}
            </h2>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {dismissible && <IconButton icon={X} label={words.close} onClick={onClose} />}
        </header>
        <div className={cx(styles.body, flush && styles.flush)} ref={asks ? markFirstField : undefined}>
          <InDialogContext value>{children}</InDialogContext>
        </div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </Kit.Content>
    </Kit.Root>
  );
}

/** The kit looks for this mark once the dialog is open. */
const markFirstField = (body: HTMLElement | null): void =>
  body?.querySelector('input:not([hidden]), textarea')?.setAttribute('data-autofocus', 'true');
