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
  const alone = me?.user?.id ?? me?.key?.id ?? me?.role;
  const who = me ? `${me.company.id}/${me.acting_as ?? alone}` : `bare/${connection.baseUrl}`;
  // Key before it included the tenant: the first user to read it takes the value over.
  const before = `${me?.company.id}/${alone}`;
  const here = new Map<string, string>();
  const keyOf = (name: string, of = who) => `tillhouse/${of}/${name}`;
  const write = (name: string, text: string) => {
    here.set(name, text);
    attempt(() => localStorage.setItem(keyOf(name), text));
  };
  const takeOver = (name: string) => {
    const key = keyOf(name, before);
    const text = attempt(() => localStorage.getItem(key));
    if (text) {
      localStorage.removeItem(key);
      write(name, text);
    }
    return text;
  };
  return {
    read(name) {
      // Storage first: another window may have written since.
      const text = attempt(() => localStorage.getItem(keyOf(name))) ?? here.get(name) ?? takeOver(name);
      return text && attempt(() => JSON.parse(text));
    },
    write: (name, value) => write(name, JSON.stringify(value)),
  };
}

/** Returns what `work` returns; null if storage is blocked or full, or holds invalid JSON. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
