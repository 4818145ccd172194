import { useEffect, useRef, useState, type RefObject } from 'react';

/** How far below the window something counts as seen, so that it is often there when it comes into view. */
const ahead = '240px';

/**
 * Returns whether an element has come into view, and stays true after that: what costs a request is loaded by then, not before.
 * The first value is the reference for the element.
 */
export function useSeen<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: `0px 0px ${ahead} 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen];
}
