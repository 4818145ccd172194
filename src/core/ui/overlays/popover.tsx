import { Popover as KitPopover } from '@mantine/core';
import { useState, type ReactElement, type ReactNode } from 'react';
import { cx } from '../style/cx';
import styles from './float.module.css';

/** The content of a popover: a node, or a function that receives `close` and returns one. */
export type PopoverContent = ReactNode | ((close: () => void) => ReactNode);

/**
 * Popover with the content behind a button. `renderTarget` renders the button with the given `onClick` (it must be
 * focusable and accept a `ref`). The focus moves in, Tab stays inside, Escape and a click outside close it, and the
 * focus returns.
 */
export function Popover(props: {
  renderTarget: (toggle: () => void, opened: boolean) => ReactElement;
  children: PopoverContent;
  /** The accessible name of the dialog. */
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
      // The kit listens in the capture phase: it would react to Escape before a popup above this one does.
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
