import { useEffect, useMemo, type RefObject } from 'react';

/** A place that had the focus, with what was around it: the element itself may be gone when a dialog closes. */
interface Place {
  readonly element: HTMLElement;
  /** Its ancestors, the nearest first; within a dialog up to that. */
  readonly around: readonly HTMLElement[];
  /** It was in a menu or popover, which is gone by then; the place before it opened that. */
  readonly isFloating: boolean;
}

/** The places that last had the focus, newest last. */
const places: Place[] = [];
const mostPlaces = 12;

const dialogs = '[role="dialog"], dialog';

function remember(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  const around: HTMLElement[] = [];
  for (let at = target.parentElement; at && at !== document.body; at = at.parentElement) {
    around.push(at);
    if (at.matches(dialogs)) break;
  }
  const isFloating = target.closest('[role="menu"], [role="listbox"], [data-floating]') !== null;
  places.push({ element: target, around, isFloating });
  if (places.length > mostPlaces) places.shift();
}

if (typeof document !== 'undefined') {
  // What was pressed before this code was loaded.
  remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => remember(target), true);
}

const candidates =
  'a[href], button, input, select, textarea, [tabindex="0"], [role="grid"], [role="tab"], summary';

/** Focuses an element if it is on the page, visible and not disabled; returns whether it has the focus now. */
function tryFocus(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled, [inert] *')) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Focuses what is nearest to a place whose own element is gone or disabled: what follows it first, then what precedes it. */
function focusNear({ element, around }: Place): boolean {
  const page = around.filter((each) => each.isConnected && !each.matches('main, [data-shell], #root'));
  for (const ancestor of page) {
    if (ancestor.matches('[role="grid"], [tabindex="0"]') && tryFocus(ancestor)) return true;
    const all = [...ancestor.querySelectorAll<HTMLElement>(candidates)];
    const next = all.findIndex(
      (each) => element.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const from = element.isConnected && next !== -1 ? next : 0;
    if ([...all.slice(from), ...all.slice(0, from).toReversed()].some(tryFocus)) return true;
  }
  return false;
}

/** Focuses the place from which a dialog was opened, what is near it, or the page's heading. */
function returnTo(trail: readonly Place[]): void {
  for (const place of trail.toReversed()) {
    if (tryFocus(place.element)) return;
    if (!place.isFloating && focusNear(place)) return;
  }
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  if (heading && tryFocus(heading)) return;
  const main = document.querySelector<HTMLElement>('main');
  if (main) tryFocus(main);
}

/**
 * Gives the focus back when a dialog or sheet closes, also one that is removed as a whole: to where it was, or, if that
 * is gone by then (the row or button that was acted upon), to what is next to it, or else to the page's heading. What
 * the application focuses meanwhile stays.
 */
export function useFocusReturn(opened: boolean, content: RefObject<HTMLElement | null>): void {
  // Read while rendering: an input within the dialog may take the focus as soon as it is on the page.
  const trail = useMemo(() => (opened ? [...places] : null), [opened]);
  useEffect(() => {
    if (trail === null) return undefined;
    const node = content.current;
    return () => {
      // After what closes the dialog has changed the page, too.
      setTimeout(() => {
        const { activeElement: active } = document;
        // eslint-disable-next-line react-hooks/exhaustive-deps -- the content comes after the opening, and may still be there
        const isWithin = (element: Element) => (content.current ?? node)?.contains(element) === true;
        if (active && active !== document.body && !isWithin(active)) return;
        // Beside a panel the page goes on being used.
        const since = places.filter(
          ({ element, isFloating }) => element.isConnected && !isFloating && !isWithin(element),
        );
        returnTo([...trail, ...since]);
      });
    };
  }, [trail, content]);
}
