/** Asks the signed-in user for the password again (403 `reauthentication_required`). */
export interface Confirmation {
  /** Resolves to whether the user confirmed; concurrent requests wait for the same dialog. */
  ask: () => Promise<boolean>;
  /** Called by the dialog with the result. */
  settle: (isConfirmed: boolean) => void;
  isAsked: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Creates the confirmation of one session; its dialog (session/confirm-dialog.tsx) is loaded on demand. */
export function createConfirmation(): Confirmation {
  let asked: Promise<boolean> | null = null;
  const waiting: ((isConfirmed: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  return {
    ask() {
      if (asked) return asked;
      const promise = new Promise<boolean>((resolve) => waiting.push(resolve));
      asked = promise;
      tell();
      return promise;
    },
    settle(isConfirmed) {
      for (const resolve of waiting.splice(0)) resolve(isConfirmed);
      asked = null;
      tell();
    },
    isAsked: () => asked !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
