import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Entity, Resource } from '@/contract/resource';
import { acts, allows } from '@/contract/role';
import type { GenericServer } from '../generic-server/parts';
import type { Preferences } from '../preferences/preferences';
import type { ChangeFeed } from '../live/change-feed';
import type { RecordLabels } from '../data/record-labels';
import type { RowSource } from '../data/row-source';
import { neededFor, type Screen } from './screen';
import { may, type Session, type SignedIn } from '../session/session';

/** Shared services of the signed-in application: the session, the source of rows, the screens. */
export interface App {
  readonly session: Session;
  readonly current: SignedIn;
  readonly source: RowSource;
  readonly recordLabels: RecordLabels;
  /**
   * What stands in for what the server cannot do (docs/design.md#6-servers-that-this-project-did-not-write); null if it
   * can do everything. Whether a feature is offered is asked of `current.server.can`.
   */
  readonly fallback: GenericServer | null;
  readonly screens: Readonly<Record<string, Screen>>;
  /** The user's settings on this machine. */
  readonly preferences: Preferences;
  /** State kept in memory until another user signs in, such as scroll positions of lists. Never stored. */
  readonly memory: Map<string, unknown>;
  /** Changes by others, as they happen; always silent on a generic server. */
  readonly changeFeed: ChangeFeed;
}

/** Context of the signed-in application; null outside it. */
export const AppContext = createContext<App | null>(null);

/** Returns the signed-in application. Throws outside its context. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp is called outside AppContext');
  return app;
}

const noop = (): void => {};

/**
 * Returns the screens whose records the signed-in role may read and of which the server can do what they need, in the
 * order of the navigation; where roles are not known, those whose lists the interface names or the server has answered.
 */
export function useReadableScreens(): readonly Screen[] {
  const { screens, current, fallback } = useApp();
  const { can } = current.server;
  const servedVersion = useSyncExternalStore(
    useCallback((listener) => fallback?.lists.subscribe(listener) ?? noop, [fallback]),
    () => fallback?.lists.servedVersion() ?? 0,
  );
  return useMemo(
    () =>
      Object.values(screens).filter(
        (screen) =>
          (screen.needs === undefined || can[screen.needs]) &&
          (fallback?.offers(screen) ?? may(current.me, neededFor(screen))),
      ),
    // eslint-disable-next-line react/exhaustive-deps -- `servedVersion` changes whenever `offers` may answer differently
    [screens, current, can, fallback, servedVersion],
  );
}

/** Returns the record that a reference names, or undefined if it is loading, missing or not visible. */
export function useRecordLabel<R extends Resource>(
  resource: R,
  id: string | null | undefined,
): Entity<R> | undefined {
  const { recordLabels } = useApp();
  const watch = useCallback(
    (listener: () => void) => (id ? recordLabels.watch(resource, id, listener) : noop),
    [recordLabels, resource, id],
  );
  const record = useSyncExternalStore(watch, () => (id ? recordLabels.get(resource, id) : undefined));
  // The row comes from the list of this resource.
  return (record ?? undefined) as Entity<R> | undefined;
}

/** Returns whether the person has an overview, which shows records of the resource `reads`. */
export function useHasOverview(reads: string | undefined): boolean {
  const screens = useReadableScreens();
  const { me, server } = useApp().current;
  return (
    server.can.overview &&
    screens.some(({ contract }) => contract.name === reads) &&
    // Its figures are those of reports.
    (!me?.rights || allows(me, acts.readReports))
  );
}
