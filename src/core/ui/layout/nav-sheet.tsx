import { Drawer } from '@mantine/core';
import { useOpenAfterMount } from '../overlays/anchor';
import { ShellNav, type ShellNavProps } from './shell-nav';
import styles from './shell.module.css';

/** The navigation of narrow windows: a sheet above the page. */
export function NavSheet(
  props: ShellNavProps & { sheetLabel: string; opened: boolean; onClose: () => void },
) {
  const { sheetLabel, opened, onClose, ...nav } = props;
  return (
    <Drawer.Root
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      position="left"
      size={280}
      classNames={{ content: styles.sheet ?? '' }}
    >
      <Drawer.Overlay className={styles.overlay ?? ''} />
      <Drawer.Content aria-label={sheetLabel}>
        <ShellNav {...nav} onLeave={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
