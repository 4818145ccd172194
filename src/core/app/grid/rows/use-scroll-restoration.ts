import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

interface Place {
  readonly offset: number;
  readonly active: number;
}

/** Restores the scroll position and active row of a list after navigating "back". */
export function useScrollRestoration(
  name: string,
  at: {
    memory: Map<string, unknown>;
    view: { scrollTo: (offset: number) => void; offset: () => number };
    active: number;
    ready: boolean;
    onBack: (active: number) => void;
  },
): void {
  const { memory, view, active, ready, onBack } = at;
  const came = useNavigationType();
  const key = `${name}${location.search}`;
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (restored.current || !ready) return;
    restored.current = true;
    const kept = memory.get(key) as Place | undefined;
    if (came !== NavigationType.Pop || !kept) return;
    view.scrollTo(kept.offset);
    onBack(kept.active);
  }, [memory, key, came, ready, view, onBack]);
  useEffect(() => {
    if (restored.current) memory.set(key, { offset: view.offset(), active } satisfies Place);
  });
}
