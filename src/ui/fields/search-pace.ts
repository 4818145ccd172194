import { useEffect, useState } from 'react';

/** The least time between two searches while somebody types, in milliseconds; the first key is searched for at once. */
const searchPause = 60;

/** Runs searches, the first at once and then one in `searchPause` at most: what still waits gives way to what is newer. */
export function searchPace(): { readonly run: (search: () => void) => void; readonly cancel: () => void } {
  let latest = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run(search) {
      clearTimeout(timer);
      const now = () => {
        latest = performance.now();
        search();
      };
      const wait = latest + searchPause - performance.now();
      if (wait > 0) timer = setTimeout(now, wait);
      else now();
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Returns a typed value as it is to be searched for. */
export function useSearchPace<T>(typed: T): T {
  const [searched, setSearched] = useState(typed);
  const [pace] = useState(searchPace);
  useEffect(() => {
    pace.run(() => setSearched(typed));
    return pace.cancel;
  }, [pace, typed]);
  return searched;
}
