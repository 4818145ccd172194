import { z } from 'zod';
import type { Connection } from '../data/client';

/** Key in the tab's session storage, which lasts until the tab is closed. */
const storageKey = 'tillhouse.connection';

const schema = z.object({ baseUrl: z.string(), key: z.string().min(1) });

/** Returns the connection saved for this tab, or null. */
export function savedConnection(): Connection | null {
  try {
    const result = schema.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return result.success ? result.data : null;
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
