import { type ReactNode } from 'react';
import { lazy } from '@/ui/state/lazy';

type Cell<R> = (props: { row: R }) => ReactNode;

/** Returns a cell of a column whose code is loaded when a row is first shown: no other list needs it. */
export function lazyCell<R>(load: () => Promise<Cell<R>>): Cell<R> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LazyCell(props) {
    return <Loaded {...props} />;
  };
}
