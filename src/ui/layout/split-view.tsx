import { Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { PanelRight, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button, IconButton } from '../display/button';
import { useFocusReturn } from '../overlays/focus-return';
import { useLayer } from '../overlays/layers';
import { cx } from '../style/cx';
import styles from './form.module.css';
import { useUiStrings } from '../display/ui-strings';

/** A scrolling form with a side column about the record; below 900 px the side column is a sheet behind a button. */
export function SplitView(props: {
  children: ReactNode;
  side?: ReactNode;
  sideLabel?: string | undefined;
  /** There are no controls within: the scrolling part takes the focus itself, so that the keyboard can scroll it. */
  isPlain?: boolean;
}) {
  const { children, side, sideLabel, isPlain = false } = props;
  const strings = useUiStrings();
  const [opened, { open, close }] = useDisclosure();
  const narrow = useMediaQuery('(max-width: 899px)', false);
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn(opened && narrow, content);
  const isOnTop = useLayer(opened && narrow);
  return (
    <div className={cx(styles.split, !side && styles.alone)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without controls it is what can be focused */}
      <div className={styles.left} data-scroll tabIndex={isPlain ? 0 : undefined}>
        {side && (
          <div className={styles.more}>
            <Button icon={PanelRight} onClick={open}>
              {strings.details}
            </Button>
          </div>
        )}
        {children}
      </div>
      {side && !narrow && (
        <aside className={styles.side} aria-label={sideLabel}>
          {side}
        </aside>
      )}
      {side && (
        <Drawer.Root
          returnFocus={false}
          opened={opened && narrow}
          onClose={() => isOnTop() && close()}
          position="right"
          size={320}
          classNames={{ content: styles.sheet ?? '' }}
        >
          <Drawer.Overlay style={{ background: 'var(--scrim)' }} />
          <Drawer.Content ref={content} aria-label={sideLabel}>
            <div className={styles.close}>
              <IconButton icon={X} label={strings.close} onClick={close} />
            </div>
            {side}
          </Drawer.Content>
        </Drawer.Root>
      )}
    </div>
  );
}

/** Section of the side column: an optional title with an optional action, and its content. */
export function SideSection(props: { title?: string | undefined; action?: ReactNode; children: ReactNode }) {
  const { title, action, children } = props;
  return (
    <section className={styles.sideSection}>
      {title && (
        <h2>
          <span>{title}</span>
          {action}
        </h2>
      )}
      {children}
    </section>
  );
}
