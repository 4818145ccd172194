import { useSyncExternalStore } from 'react';

const wide = '(min-width: 1100px)';
const middle = '(min-width: 900px)';

/** The lowest priority of columns that the window has room for (look, Table): 3, below 1100 px 2, below 900 px 1. */
export const useWidth = (): 1 | 2 | 3 => useSyncExternalStore(subscribe, now);

function now(): 1 | 2 | 3 {
  if (matchMedia(wide).matches) return 3;
  return matchMedia(middle).matches ? 2 : 1;
}

function subscribe(listener: () => void): () => void {
  const lists = [matchMedia(wide), matchMedia(middle)];
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}
