/** The names of what a tab keeps of typed input: `tillhouse.typed products/…`. */
export const typedPrefix = 'tillhouse.typed ';
/** The database of the browser that holds the key by which it is encrypted. */
export const keyDatabase = 'tillhouse';

/** Forgets what this tab keeps of typed input, and the key of what any tab does. */
export function forgetTyping(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(typedPrefix)) sessionStorage.removeItem(name);
    indexedDB.deleteDatabase(keyDatabase);
  } catch {
    // Where storage is blocked nothing is kept.
  }
}
