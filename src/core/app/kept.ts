import type { SignedIn } from './session';

/**
 * What a person set up for themselves on this machine: columns, saved views, how dense lists are. It is kept in
 * the browser by company and person, since the interface has no place for it; never a record, never a key.
 */
export interface Kept {
  /** The value under a name as it was written, of any shape: whoever reads it checks it. */
  read: (name: string) => unknown;
  write: (name: string, value: unknown) => void;
}

/** The place of one person in one company. Where the browser keeps nothing, it lasts until the page is left. */
export function keptFor({ me, connection }: SignedIn): Kept {
  const alone = me && (idOf(me.user) ?? idOf(me.key) ?? me.role);
  const who = me ? `${me.company.id}/${me.acting_as ?? alone}` : `bare/${connection.baseUrl}`;
  // As it was before the tenant was part of it: whoever comes first takes that over.
  const before = `${me?.company.id}/${alone}`;
  const here = new Map<string, string>();
  const keyOf = (name: string, of = who) => `tillhouse/${of}/${name}`;
  return {
    read(name) {
      // What is stored goes first: another window may have written since.
      return parsed(stored(keyOf(name)) ?? here.get(name) ?? taken(keyOf(name, before), keyOf(name)));
    },
    write(name, value) {
      const text = JSON.stringify(value);
      here.set(name, text);
      try {
        localStorage.setItem(keyOf(name), text);
      } catch {
        // Full, or not allowed: it lasts until the page is left.
      }
    },
  };
}

const idOf = (one: Readonly<Record<string, unknown>> | null): string | null =>
  one && typeof one['id'] === 'string' ? one['id'] : null;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Moves what is stored under one key to another, and returns it. */
function taken(from: string, to: string): string | null {
  const text = stored(from);
  if (text !== null && from !== to) {
    try {
      localStorage.setItem(to, text);
      localStorage.removeItem(from);
    } catch {
      // Full: it stays where it is.
    }
  }
  return text;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
