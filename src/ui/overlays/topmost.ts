import { useCallback, useEffect, useId } from 'react';

/** The ids of the open dialogs and sheets; the last one is on top. */
const open: string[] = [];

/** Returns a function that tells whether a dialog or sheet is on top: Escape reaches all that are open, and closes only that one. */
export function useTopmost(opened: boolean): () => boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    open.push(id);
    return () => void open.splice(open.indexOf(id), 1);
  }, [opened, id]);
  return useCallback(() => open.at(-1) === id, [id]);
}
