import { mayCreate } from '../session/session';
import { useApp } from '../shell/app-context';

/**
 * Returns whether the user may change many records at once here: by a change set, or record by record where the server keeps
 * none. An accountant may write accounts, and makes no change sets.
 */
export function useMayChangeMany(): boolean {
  const { current, screens } = useApp();
  const sets = screens['changeset'];
  return (
    !current.server.can.changeSets || (sets !== undefined && mayCreate(current.me, sets.contract.access))
  );
}
