import { Drawer } from '@mantine/core';
import { useRef } from 'react';
import { useOpenAfterMount } from '../overlays/anchor';
import { useFocusReturn } from '../overlays/focus-return';
import { useLayer } from '../overlays/layers';
import { ShellNav, type ShellNavProps } from './shell-nav';
import styles from './shell.module.css';

/** The navigation of narrow windows: a sheet above the page. */
export function NavSheet(
  props: ShellNavProps & { sheetLabel: string; opened: boolean; onClose: () => void },
) {
  const { sheetLabel, opened, onClose, ...nav } = props;
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn(opened, content);
  const isOnTop = useLayer(opened);
  return (
    <Drawer.Root
      returnFocus={false}
      opened={useOpenAfterMount(opened)}
      onClose={() => isOnTop() && onClose()}
      position="left"
      size={312}
      classNames={{ content: styles.sheet ?? '' }}
    >
      <Drawer.Overlay className={styles.overlay ?? ''} />
      <Drawer.Content ref={content} aria-label={sheetLabel}>
        <ShellNav {...nav} onLeave={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
