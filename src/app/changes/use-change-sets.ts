import { useMemo } from 'react';
import type { Resource } from '@/contract/resource';
import { mayCreate, mayWrite } from '../session/session';
import { useApp } from '../shell/app-context';
import { createChangeSets, type ChangeSets } from './change-sets';
import { useChangeOfMany } from './use-change-of-many';

/** Returns the change sets of the server that the user is signed in to; asked only where it keeps them. */
export function useChangeSets(): ChangeSets {
  const { client } = useApp().current;
  return useMemo(() => createChangeSets(client), [client]);
}

/**
 * Returns whether the user may make change sets here, of records of these resources, and create such records.
 */
export function useMayCollect(resources: readonly Resource[]): boolean {
  const { me } = useApp().current;
  return (
    useChangeOfMany() === 'set' &&
    resources.every(({ access }) => mayCreate(me, access) && mayWrite(me, access))
  );
}
