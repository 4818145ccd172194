import type { SignedIn } from '../session/session';

/**
 * What a person set up for themselves on this machine: columns, saved views, how dense lists are. It is kept in
 * the browser by company and person, since the interface has no place for it; never a record, never a key.
 */
export interface Preferences {
  /** The value under a name as it was written, of any shape: whoever reads it checks it. */
  read: (name: string) => unknown;
  write: (name: string, value: unknown) => void;
}

/** The place of one person in one company. Where the browser keeps nothing, it lasts until the page is left. */
export function preferencesOf({ me, connection }: SignedIn): Preferences {
  const alone = me?.user?.id ?? me?.key?.id ?? me?.role;
  const who = me ? `${me.company.id}/${me.acting_as ?? alone}` : `bare/${connection.baseUrl}`;
  // As it was before the tenant was part of it: whoever comes first takes that over.
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
      // What is stored goes first: another window may have written since.
      const text = attempt(() => localStorage.getItem(keyOf(name))) ?? here.get(name) ?? takeOver(name);
      return text && attempt(() => JSON.parse(text));
    },
    write: (name, value) => write(name, JSON.stringify(value)),
  };
}

/** What `work` returns; null where the browser keeps nothing, is full, or kept what is no JSON. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
