import { Drawer } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useOpenAfterMount } from './anchor';
import styles from './bottom-sheet.module.css';
import { useFocusReturn } from './focus-return';
import { useTopmost } from './topmost';

/** A sheet from below, for phones: it traps the focus; Escape and the scrim close it. */
export function BottomSheet(props: { label: string; onClose: () => void; children: ReactNode }) {
  const { label, onClose, children } = props;
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn(true, content);
  const isTopmost = useTopmost(true);
  return (
    <Drawer.Root
      returnFocus={false}
      opened={useOpenAfterMount(true)}
      onClose={() => {
        if (isTopmost()) onClose();
      }}
      position="bottom"
      size="auto"
      classNames={{ content: styles.content ?? '', inner: styles.inner ?? '' }}
    >
      <Drawer.Overlay className={styles.overlay ?? ''} />
      <Drawer.Content ref={content} aria-label={label}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}
