import { useMemo } from 'react';
import { useApp } from '../shell/app-context';
import { createChangeSets, type ChangeSets } from './change-sets';

/** Returns the change sets of the server that the user is signed in to. */
export function useChangeSets(): ChangeSets {
  const { current, genericServer } = useApp();
  const { client } = current;
  return useMemo(() => genericServer?.changeSets ?? createChangeSets(client), [client, genericServer]);
}
