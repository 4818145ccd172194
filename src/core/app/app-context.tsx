import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Entity, Resource } from '../contract/resource';
import { namedRecord } from './queries';
import type { RowSource } from './row-source';
import type { Screen } from './screen';
import type { Session, SignedIn } from './session';

/** What every part of the application reaches: who is signed in, where rows come from, which screens there are. */
export interface App {
  readonly session: Session;
  readonly current: SignedIn;
  readonly source: RowSource;
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

const nowhere = 'none';

/** The record that a reference names, or undefined while it is not known or not in sight. */
export function useNamed<R extends Resource>(
  resource: R,
  id: string | null | undefined,
): Entity<R> | undefined {
  const { source } = useApp();
  const { data } = useQuery({ ...namedRecord(source, resource, id ?? nowhere), enabled: Boolean(id) });
  // The row came from the list of this very resource.
  return (data ?? undefined) as Entity<R> | undefined;
}
