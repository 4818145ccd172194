/** How long a person counts as being there after their last sign of it, in milliseconds. */
const remembered = 60_000;

/** What a person does at a page. A mouse that is moved is enough: so one reads. */
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove', 'focus'] as const;

/** When they were last seen; never, where nobody watches: then whatever is asked counts as theirs. */
let seen: number | null = null;

/**
 * Watches over whether somebody sits at this page. What it asks while nobody does, because others change
 * what it shows, must not keep a session from ending of idleness (docs/design.md#sessions).
 *
 * @returns what ends it.
 */
export function watchUserActivity(): () => void {
  const sign = (event: Event) => {
    // A field is focused by scripts, too; the window by a person alone.
    if (event.type === 'focus' && event.target instanceof Node) return;
    seen = performance.now();
  };
  // Whoever opened it.
  seen = performance.now();
  for (const name of signs) window.addEventListener(name, sign, { capture: true, passive: true });
  return () => {
    for (const name of signs) window.removeEventListener(name, sign, { capture: true });
    seen = null;
  };
}

/** Whether a person was there within the last minute: what is asked now, they may have asked. */
export const isUserActive = (): boolean => seen === null || performance.now() - seen < remembered;
