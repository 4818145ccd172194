/** The listeners of one store. */
export interface Listeners<Args extends readonly unknown[] = []> {
  /** Adds a listener and returns the function that removes it: the shape that `useSyncExternalStore` takes. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void;
  /** Calls every listener, in the order in which they subscribed. */
  readonly notify: (...args: Args) => void;
  readonly isEmpty: () => boolean;
}

/** Creates an empty set of listeners, for a store that lives outside of React. */
export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
    isEmpty: () => listeners.size === 0,
  };
}
