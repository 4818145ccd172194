import { Popover as KitPopover } from '@mantine/core';
import { useState, type ReactElement, type ReactNode } from 'react';
import { cx } from '../style/cx';
import styles from './float.module.css';

/** What a popover shows: plain content, or content that can close it. */
export type PopoverContent = ReactNode | ((close: () => void) => ReactNode);

/**
 * Content behind a button. `renderTarget` makes the button from its `onClick` (it must be focusable and take a
 * `ref`); focus goes in, Tab stays in, Escape and a click outside close and give it back.
 */
export function Popover(props: {
  renderTarget: (toggle: () => void, opened: boolean) => ReactElement;
  children: PopoverContent;
  /** The dialog's name. */
  label: string;
  position?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | undefined;
  width?: number | undefined;
  padded?: boolean | undefined;
}) {
  const { renderTarget, children, label, position = 'bottom-start', width, padded = true } = props;
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <KitPopover
      opened={opened}
      onChange={setOpened}
      position={position}
      width={width ?? 'max-content'}
      trapFocus
      returnFocus
      // On the way down the kit would hear of it before what floats above this.
      closeOnEscape={false}
      classNames={{ dropdown: cx('raised', styles.pop, padded && styles.padded) }}
    >
      <KitPopover.Target>{renderTarget(() => setOpened((was) => !was), opened)}</KitPopover.Target>
      <KitPopover.Dropdown
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) close();
        }}
      >
        {typeof children === 'function' ? children(close) : children}
      </KitPopover.Dropdown>
    </KitPopover>
  );
}
