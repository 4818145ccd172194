/** How long a user counts as active after their last input, in milliseconds. */
const activeTime = 60_000;

/** Events that count as activity. Moving the pointer is enough: people do so while reading. */
const activityEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove', 'focus'] as const;

/** Time of the last activity; null if nothing watches it: then every request counts as the user's. */
let lastActivity: number | null = null;

/**
 * Watches for user activity in this page. Requests that the page sends without a user, to follow changes by
 * others, must not keep an idle session alive (docs/design.md#sessions).
 *
 * @returns a function that ends it.
 */
export function watchUserActivity(): () => void {
  const onActivity = (event: Event) => {
    // Scripts may focus an element, but only a user focuses the window.
    if (event.type === 'focus' && event.target instanceof Node) return;
    lastActivity = performance.now();
  };
  // Opening the page is activity, too.
  lastActivity = performance.now();
  for (const name of activityEvents)
    window.addEventListener(name, onActivity, { capture: true, passive: true });
  return () => {
    for (const name of activityEvents) window.removeEventListener(name, onActivity, { capture: true });
    lastActivity = null;
  };
}

/** Returns whether the user was active within the last minute, so that a request may be theirs. */
export const isUserActive = (): boolean =>
  lastActivity === null || performance.now() - lastActivity < activeTime;
