import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

interface Place {
  readonly offset: number;
  readonly active: number;
}

/** Restores the scroll position and active row of a list after navigating "back". */
export function useScrollRestoration(
  name: string,
  list: {
    memory: Map<string, unknown>;
    view: { scrollTo: (offset: number) => void; offset: () => number };
    active: number;
    isReady: boolean;
    onRestore: (active: number) => void;
  },
): void {
  const { memory, view, active, isReady, onRestore } = list;
  const navigationType = useNavigationType();
  const key = `${name}${location.search}`;
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    if (isRestored.current || !isReady) return;
    isRestored.current = true;
    const saved = memory.get(key) as Place | undefined;
    if (navigationType !== NavigationType.Pop || !saved) return;
    view.scrollTo(saved.offset);
    onRestore(saved.active);
  }, [memory, key, navigationType, isReady, view, onRestore]);
  useEffect(() => {
    if (isRestored.current) memory.set(key, { offset: view.offset(), active } satisfies Place);
  });
}
