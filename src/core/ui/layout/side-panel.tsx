import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode, Ref } from 'react';
import styles from './side-panel.module.css';

/**
 * A page and, while there is one, a panel beside it; below 900 px the panel is a sheet over the page. The
 * panel has its own way to close.
 */
export function SidePanel(props: {
  children: ReactNode;
  panel?: ReactNode;
  /** What the panel shows: "Receipt 10404". */
  label: string;
  onClose: () => void;
  /** The page scrolls as a whole; without it what stands in it scrolls. */
  scroller?: Ref<HTMLDivElement> | undefined;
}) {
  const { children, panel, label, onClose, scroller } = props;
  const narrow = useMediaQuery('(max-width: 899px)', false);
  return (
    <div className={styles.beside}>
      {scroller ? (
        // Scrolled by keys too: nothing in it may be focusable at its end.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div ref={scroller} className={styles.scroll} tabIndex={0} data-scroll>
          {children}
        </div>
      ) : (
        <div className={styles.page}>{children}</div>
      )}
      {panel && !narrow && (
        <aside className={styles.panel} aria-label={label}>
          {panel}
        </aside>
      )}
      <Drawer.Root
        opened={Boolean(panel) && narrow}
        onClose={onClose}
        position="right"
        size={360}
        classNames={{ content: styles.sheet ?? '' }}
      >
        <Drawer.Overlay style={{ background: 'var(--scrim)' }} />
        <Drawer.Content aria-label={label}>{panel}</Drawer.Content>
      </Drawer.Root>
    </div>
  );
}

/** The head of a panel: what it shows, and on the right what can be done with it. */
export function PanelHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={styles.head}>
      <h2>{title}</h2>
      <span className="grow" />
      {children}
    </header>
  );
}
