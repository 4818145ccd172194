import { useMemo } from 'react';
import type { Resource } from '@/contract/resource';
import { mayCreate, mayWrite } from '../session/session';
import { useApp } from '../shell/app-context';
import { createChangeSets, type ChangeSets } from './change-sets';

/** Returns the change sets of the server that the user is signed in to. */
export function useChangeSets(): ChangeSets {
  const { current, genericServer } = useApp();
  const { client } = current;
  return useMemo(() => genericServer?.changeSets ?? createChangeSets(client), [client, genericServer]);
}

/**
 * Returns whether the user may make change sets here, of records of these resources, and create such records: change sets that
 * outlive the tab, with a schedule, are of our own service.
 */
export function useMayCollect(resources: readonly Resource[]): boolean {
  const { current, screens } = useApp();
  const { me } = current;
  const sets = screens['changeset'];
  return (
    me !== null &&
    sets !== undefined &&
    mayCreate(me, sets.contract.access) &&
    resources.every(({ access }) => mayCreate(me, access) && mayWrite(me, access))
  );
}
