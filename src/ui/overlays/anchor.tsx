import { useEffect, useLayoutEffect, useState, type Ref } from 'react';

/** Where a dropdown opens, seen from its button. */
export type DropdownPosition = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end';

/** Props of every dropdown that is loaded after its button (use-dropdown.tsx). */
export interface DropdownProps {
  /** The button. */
  readonly anchor: HTMLElement | null;
  /** The id of the button; the dropdown's is made from it. */
  readonly id: string;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly position?: DropdownPosition | undefined;
  readonly width?: number | undefined;
}

/**
 * Stands in for the button inside the kit's target: gives the kit the element of the button, which is rendered outside
 * and stays the same element before and after the kit is loaded.
 */
export function Anchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    const clean = assign(ref, element);
    return () => {
      if (typeof clean === 'function') clean();
      else assign(ref, null);
    };
  }, [element, ref]);
  return null;
}

function assign(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): (() => void) | undefined {
  if (typeof ref === 'function') return ref(element) ?? undefined;
  if (ref) ref.current = element;
  return undefined;
}

/** Returns `opened`, but false in the first render: the kit notes which element has the focus when this changes. */
export function useOpenAfterMount(opened: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  // eslint-disable-next-line react/set-state-in-effect -- the kit has to see the change
  useEffect(() => setIsMounted(true), []);
  return opened && isMounted;
}
