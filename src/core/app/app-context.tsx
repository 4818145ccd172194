import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Entity, Resource } from '../contract/resource';
import type { NamedRecords } from './named-records';
import type { RowSource } from './row-source';
import type { Screen } from './screen';
import { mayRead, type Session, type SignedIn } from './session';

/** What every part of the application reaches: who is signed in, where rows come from, which screens there are. */
export interface App {
  readonly session: Session;
  readonly current: SignedIn;
  readonly source: RowSource;
  readonly named: NamedRecords;
  readonly screens: Readonly<Record<string, Screen>>;
  /** What is remembered until somebody else signs in: columns, places in lists. Nothing of it is stored. */
  readonly memory: Map<string, unknown>;
}

export const AppContext = createContext<App | null>(null);

/** The application around this part. Throws where nobody is signed in. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('This part stands inside AppContext');
  return app;
}

/** The screens whose records the signed-in role may read, in the order of the navigation. */
export function useReadable(): readonly Screen[] {
  const { screens, current } = useApp();
  return useMemo(
    () => Object.values(screens).filter(({ contract }) => mayRead(current.me, contract.access)),
    [screens, current],
  );
}

const nothing = (): void => {};

/** The record that a reference names, or undefined while it is not known or not in sight. */
export function useNamed<R extends Resource>(
  resource: R,
  id: string | null | undefined,
): Entity<R> | undefined {
  const { named } = useApp();
  const watch = useCallback(
    (listener: () => void) => (id ? named.watch(resource, id, listener) : nothing),
    [named, resource, id],
  );
  const record = useSyncExternalStore(watch, () => (id ? named.get(resource, id) : undefined));
  // The row came from the list of this very resource.
  return (record ?? undefined) as Entity<R> | undefined;
}
