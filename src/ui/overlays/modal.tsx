import { Modal as Kit } from '@mantine/core';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { IconButton } from '../display/button';
import { cx } from '../style/cx';
import { useFocusReturn } from './focus-return';
import { InDialogContext } from './in-dialog';
import { useLayer } from './layers';
import styles from './dialog.module.css';
import { useUiStrings } from '../display/ui-strings';

/** Width in px from which a dialog covers a phone, and a window that is as low as a phone on its side. */
const coversFrom = 600;

/** Modal dialog: it traps the focus, Escape closes it, and the focus returns to where it was. */
export function Modal(props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** Stands before the title, in place of the cross: the button back of a dialog that covers a phone. */
  back?: ReactNode;
  /** Buttons on the right; put a note or `<span className="grow" />` first to fill the left. */
  footer?: ReactNode;
  /** Width in px, 480 by default. */
  width?: number | undefined;
  /** The body has no padding, and a line above it: for tables. */
  flush?: boolean | undefined;
  /** False while closing would lose something: then only the dialog's own buttons close it. */
  dismissible?: boolean | undefined;
  /** The dialog asks for input: the first field has the focus instead of the title. */
  asksForInput?: boolean | undefined;
  children: ReactNode;
}) {
  const {
    opened,
    onClose,
    title,
    subtitle,
    back,
    footer,
    width = 480,
    flush,
    dismissible = true,
    asksForInput,
    children,
  } = props;
  const strings = useUiStrings();
  const isOnTop = useLayer(opened);
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn(opened, content);
  return (
    <Kit.Root
      opened={opened}
      // Every open dialog receives the Escape key.
      onClose={() => {
        if (isOnTop()) onClose();
      }}
      size={width}
      centered
      returnFocus={false}
      closeOnClickOutside={dismissible}
      closeOnEscape={dismissible}
      classNames={{
        inner: styles.inner ?? '',
        content: cx('raised', styles.content, width >= coversFrom && styles.covers),
      }}
    >
      <Kit.Overlay className={styles.overlay ?? ''} />
      <Kit.Content ref={content} aria-label={title}>
        <header className={styles.head}>
          {back}
          <div className="grow">
            <h2 tabIndex={-1} data-autofocus={asksForInput ? undefined : true}>
              {title}
            </h2>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {dismissible && !back && <IconButton icon={X} label={strings.close} onClick={onClose} />}
        </header>
        <div
          className={cx(styles.body, flush && styles.flush)}
          ref={asksForInput ? markFirstField : undefined}
        >
          <InDialogContext value>{children}</InDialogContext>
        </div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </Kit.Content>
    </Kit.Root>
  );
}

/** What is typed into comes before what is switched. */
const fields = ['input:not([hidden], [type="checkbox"], [type="radio"]), textarea', 'input:not([hidden])'];

/** The kit moves the focus to the element with this attribute when the dialog opens. */
function markFirstField(body: HTMLElement | null): void {
  const [first] = fields.flatMap((kind) => body?.querySelector(kind) ?? []);
  first?.setAttribute('data-autofocus', 'true');
}
