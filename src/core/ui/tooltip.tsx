import { Tooltip as KitTooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import styles from './float.module.css';

/** A short word on hover and on focus. The child takes a `ref`; what it says must not be the only way to learn it. */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <KitTooltip
      label={label}
      classNames={{ tooltip: styles.tip ?? '' }}
      events={{ hover: true, focus: true, touch: false }}
    >
      {children}
    </KitTooltip>
  );
}
