import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Entity, Resource } from '../../contract/resource';
import type { GenericServer } from '../generic-server/parts';
import type { Preferences } from '../preferences/preferences';
import type { ChangeFeed } from '../live/change-feed';
import type { RecordLabels } from '../data/record-labels';
import type { RowSource } from '../data/row-source';
import { rolesOf, type Screen } from './screen';
import { mayRead, type Session, type SignedIn } from '../session/session';

/** What every part of the application reaches: who is signed in, where rows come from, which screens there are. */
export interface App {
  readonly session: Session;
  readonly current: SignedIn;
  readonly source: RowSource;
  readonly recordLabels: RecordLabels;
  /**
   * On a server of which only the interface is known (docs/design.md#6-servers-that-this-project-did-not-write); null
   * on our own service.
   */
  readonly genericServer: GenericServer | null;
  readonly screens: Readonly<Record<string, Screen>>;
  /** What this person set up on this machine. */
  readonly preferences: Preferences;
  /** What is remembered until somebody else signs in: places in lists. Nothing of it is stored. */
  readonly memory: Map<string, unknown>;
  /** What others change, as it happens; silent on the bare interface. */
  readonly changeFeed: ChangeFeed;
}

export const AppContext = createContext<App | null>(null);

/** The application around this part. Throws where nobody is signed in. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('This part stands inside AppContext');
  return app;
}

const nothing = (): void => {};

/**
 * The screens whose records the signed-in role may read, in the order of the navigation; on the bare interface
 * those whose lists it names, and those that the server has shown.
 */
export function useReadableScreens(): readonly Screen[] {
  const { screens, current, genericServer } = useApp();
  const known = useSyncExternalStore(
    useCallback((listener) => genericServer?.lists.subscribe(listener) ?? nothing, [genericServer]),
    () => genericServer?.lists.servedVersion() ?? 0,
  );
  return useMemo(
    () =>
      Object.values(screens).filter((screen) =>
        genericServer ? genericServer.offers(screen) : mayRead(current.me, { read: rolesOf(screen) }),
      ),
    // eslint-disable-next-line react/exhaustive-deps -- `known` stands for what `foreign` answers
    [screens, current, genericServer, known],
  );
}

/** The record that a reference names, or undefined while it is not known or not in sight. */
export function useRecordLabel<R extends Resource>(
  resource: R,
  id: string | null | undefined,
): Entity<R> | undefined {
  const { recordLabels } = useApp();
  const watch = useCallback(
    (listener: () => void) => (id ? recordLabels.watch(resource, id, listener) : nothing),
    [recordLabels, resource, id],
  );
  const record = useSyncExternalStore(watch, () => (id ? recordLabels.get(resource, id) : undefined));
  // The row came from the list of this very resource.
  return (record ?? undefined) as Entity<R> | undefined;
}
