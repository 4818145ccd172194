import { Popover as KitPopover } from '@mantine/core';
import type { ReactNode } from 'react';
import { cx } from '../style/cx';
import { Anchor, useOpenAfterMount, type DropdownProps } from './anchor';
import styles from './float.module.css';
import { useEscape } from './layers';

/** The dropdown of a `Popover`. */
export function PopoverDropdown(
  props: DropdownProps & { label: string; isPadded: boolean; children: ReactNode },
) {
  const { anchor, id, opened, onChange, label, isPadded, children, position = 'bottom-start', width } = props;
  useEscape(opened, () => onChange(false));
  return (
    <KitPopover
      id={id}
      opened={useOpenAfterMount(opened)}
      onChange={onChange}
      position={position}
      width={width ?? 'max-content'}
      trapFocus
      returnFocus
      // The kit listens in the capture phase: it would react to Escape before a popup above this one does.
      closeOnEscape={false}
      classNames={{ dropdown: cx('raised', styles.pop, isPadded && styles.padded) }}
    >
      <KitPopover.Target>
        <Anchor element={anchor} />
      </KitPopover.Target>
      <KitPopover.Dropdown aria-label={label}>{children}</KitPopover.Dropdown>
    </KitPopover>
  );
}
