import { useEffect, useRef } from 'react';
import type { Month } from '../schema';

/**
 * Focuses the page's heading when a month was locked or unlocked and the button that did it is gone. The dialog gives the
 * focus back to that button; the month is read again after that.
 */
export function useFocusAfterLock({ month, lock: { locked } }: Month): void {
  const seen = useRef({ month, locked });
  useEffect(() => {
    const before = seen.current;
    seen.current = { month, locked };
    if (before.month !== month || before.locked === locked) return;
    if (document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [month, locked]);
}
