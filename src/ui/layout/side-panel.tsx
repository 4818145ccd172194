import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, type ReactNode, type Ref } from 'react';
import { useFocusReturn } from '../overlays/focus-return';
import { useLayer } from '../overlays/layers';
import styles from './side-panel.module.css';

/**
 * A page with an optional panel beside it; below 900 px the panel is a sheet over the page. The panel contains its own
 * close button.
 */
export function SidePanel(props: {
  children: ReactNode;
  panel?: ReactNode;
  /** The accessible name of the panel: "Receipt 10404". */
  label: string;
  onClose: () => void;
  /** The ref of the scrolling page; without it, the page's content scrolls by itself. */
  scroller?: Ref<HTMLDivElement> | undefined;
}) {
  const { children, panel, label, onClose, scroller } = props;
  const narrow = useMediaQuery('(max-width: 899px)', false);
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn(Boolean(panel), content);
  const isOnTop = useLayer(Boolean(panel) && narrow);
  return (
    <div className={styles.beside}>
      {scroller ? (
        // Focusable, so that keys scroll it even if nothing at its end can have the focus.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div ref={scroller} className={styles.scroll} tabIndex={0} data-scroll>
          {children}
        </div>
      ) : (
        <div className={styles.page}>{children}</div>
      )}
      {panel && !narrow && (
        <aside ref={content} className={styles.panel} aria-label={label}>
          {panel}
        </aside>
      )}
      <Drawer.Root
        returnFocus={false}
        opened={Boolean(panel) && narrow}
        onClose={() => isOnTop() && onClose()}
        position="right"
        size={360}
        classNames={{ content: styles.sheet ?? '' }}
      >
        <Drawer.Overlay style={{ background: 'var(--scrim)' }} />
        <Drawer.Content ref={content} aria-label={label}>
          {panel}
        </Drawer.Content>
      </Drawer.Root>
    </div>
  );
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

/**
 * Header of a side panel: its title, and actions on the right.
 *
 * @param takesFocus for a panel with fields: the focus goes to its title once it is there, so that the fields follow
 */
export function PanelHead(props: { title: string; takesFocus?: boolean; children: ReactNode }) {
  const { title, takesFocus = false, children } = props;
  return (
    <header className={styles.head}>
      {takesFocus ? (
        <h2 ref={takeFocus} tabIndex={-1}>
          {title}
        </h2>
      ) : (
        <h2>{title}</h2>
      )}
      <span className="grow" />
      {children}
    </header>
  );
}
