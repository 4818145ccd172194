import { createListeners } from '../../ui/state/listeners';

/** Asks whoever is signed in to type the password again (403 `reauthentication_required`). */
export interface Confirmation {
  /** Resolves with whether it was typed; all who ask at once wait for the same answer. */
  ask: () => Promise<boolean>;
  /** What the dialog does with the answer. */
  settle: (isConfirmed: boolean) => void;
  isAsked: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Makes the confirmation of one session; the dialog (account/confirm-dialog.tsx) is loaded when it is asked for. */
export function createConfirmation(): Confirmation {
  let asked: Promise<boolean> | null = null;
  const waiting: ((isConfirmed: boolean) => void)[] = [];
  const listeners = createListeners();
  return {
    ask() {
      if (asked) return asked;
      const promise = new Promise<boolean>((resolve) => waiting.push(resolve));
      asked = promise;
      listeners.notify();
      return promise;
    },
    settle(isConfirmed) {
      for (const resolve of waiting.splice(0)) resolve(isConfirmed);
      asked = null;
      listeners.notify();
    },
    isAsked: () => asked !== null,
    subscribe: listeners.subscribe,
  };
}
