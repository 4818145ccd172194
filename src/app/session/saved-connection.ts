import type { Connection } from '../data/client';

/** Key in the tab's session storage, which lasts until the tab is closed. */
const storageKey = 'tillhouse.connection';

/** Returns the connection saved for this tab, or null. */
export function savedConnection(): Connection | null {
  try {
    const saved: Partial<Connection> | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const { baseUrl, key } = saved ?? {};
    return typeof baseUrl === 'string' && typeof key === 'string' && key !== '' ? { baseUrl, key } : null;
  } catch {
    return null;
  }
}

/**
 * Saves a connection for this tab (docs/design.md#6-servers-that-this-project-did-not-write); null deletes it.
 * Does nothing if storage is not available.
 */
export function saveConnection(connection: Connection | null): void {
  try {
    if (connection) sessionStorage.setItem(storageKey, JSON.stringify(connection));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked for this page; the key stays in memory only.
  }
}
