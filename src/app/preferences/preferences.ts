import type { SignedIn } from '../session/session';

/**
 * Settings of the user on this machine: columns, saved views, row height. Stored in the browser by company and
 * user, because the interface has no place for them; never contains records or keys.
 */
export interface Preferences {
  /** Returns the stored value, of any type: the caller validates it. */
  read: (name: string) => unknown;
  write: (name: string, value: unknown) => void;
}

/**
 * Returns the preferences of one user in one company. Without browser storage they last until the page is
 * closed.
 */
export function preferencesOf({ me, connection }: SignedIn): Preferences {
  const userId = me?.user?.id ?? me?.key?.id ?? me?.role;
  const owner = me ? `${me.company.id}/${me.acting_as ?? userId}` : `bare/${connection.baseUrl}`;
  // Key before it included the tenant: the first user to read it takes the value over.
  const legacyOwner = `${me?.company.id}/${userId}`;
  const memory = new Map<string, string>();
  const keyOf = (name: string, ownerKey = owner) => `tillhouse/${ownerKey}/${name}`;
  const write = (name: string, text: string) => {
    memory.set(name, text);
    orNull(() => localStorage.setItem(keyOf(name), text));
  };
  const readLegacy = (name: string) => {
    const key = keyOf(name, legacyOwner);
    const text = orNull(() => localStorage.getItem(key));
    if (text) {
      localStorage.removeItem(key);
      write(name, text);
    }
    return text;
  };
  return {
    read(name) {
      // Storage first: another window may have written since.
      const text = orNull(() => localStorage.getItem(keyOf(name))) ?? memory.get(name) ?? readLegacy(name);
      return text && orNull(() => JSON.parse(text));
    },
    write: (name, value) => write(name, JSON.stringify(value)),
  };
}

/** Returns what `work` returns; null if storage is blocked or full, or holds invalid JSON. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
