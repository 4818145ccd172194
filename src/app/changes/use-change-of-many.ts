import { mayCreate, mayRead, mayWrite } from '../session/session';
import { useApp } from '../shell/app-context';

/**
 * Returns how the user changes many records at once here: by a change set (`set`), record by record where the server keeps
 * none (`each`), or not at all (null). This is the one rule for selected records, cells, collecting and files. A role that
 * makes no change sets changes one record after the other, where the service keeps sets: what changes many can be looked at
 * before, and be taken back.
 */
export function useChangeOfMany(): 'set' | 'each' | null {
  const { current, screens } = useApp();
  const { me, server } = current;
  if (!server.can.changeSets) return 'each';
  const access = screens['changeset']?.contract.access;
  return access && mayRead(me, access) && mayCreate(me, access) && mayWrite(me, access) ? 'set' : null;
}
