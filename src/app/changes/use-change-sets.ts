import { useMemo } from 'react';
import type { Resource } from '@/contract/resource';
import { mayCreate, mayWrite } from '../session/session';
import { useApp } from '../shell/app-context';
import { createChangeSets, type ChangeSets } from './change-sets';

/** Returns the change sets of the server that the user is signed in to; asked only where it keeps them. */
export function useChangeSets(): ChangeSets {
  const { client } = useApp().current;
  return useMemo(() => createChangeSets(client), [client]);
}

/**
 * Returns whether the user may make change sets here, of records of these resources, and create such records.
 */
export function useMayCollect(resources: readonly Resource[]): boolean {
  const { current, screens } = useApp();
  const { me, server } = current;
  const sets = screens['changeset'];
  return (
    server.can.draftSets &&
    sets !== undefined &&
    mayCreate(me, sets.contract.access) &&
    resources.every(({ access }) => mayCreate(me, access) && mayWrite(me, access))
  );
}
