import { createListeners } from '../../ui/state/listeners';

/** Asks the signed-in user for the password again (403 `reauthentication_required`). */
export interface Confirmation {
  /** Resolves to whether the user confirmed; concurrent requests wait for the same dialog. */
  requestConfirmation: () => Promise<boolean>;
  /** Called by the dialog with the result. */
  resolvePending: (isConfirmed: boolean) => void;
  isRequested: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Creates the confirmation of one session; its dialog (session/confirm-dialog.tsx) is loaded on demand. */
export function createConfirmation(): Confirmation {
  let pending: Promise<boolean> | null = null;
  const resolvers: ((isConfirmed: boolean) => void)[] = [];
  const listeners = createListeners();
  return {
    requestConfirmation() {
      if (pending) return pending;
      const promise = new Promise<boolean>((resolve) => resolvers.push(resolve));
      pending = promise;
      listeners.notify();
      return promise;
    },
    resolvePending(isConfirmed) {
      for (const resolve of resolvers.splice(0)) resolve(isConfirmed);
      pending = null;
      listeners.notify();
    },
    isRequested: () => pending !== null,
    subscribe: listeners.subscribe,
  };
}
