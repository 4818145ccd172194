import { z } from 'zod';
import type { Connection } from '../data/client';

/** Where a connection is kept that somebody asked to keep: for this tab, until it is closed. */
const place = 'tillhouse.connection';

const schema = z.object({ baseUrl: z.string(), key: z.string().min(1) });

/** The connection that is kept for this tab, or null. */
export function savedConnection(): Connection | null {
  try {
    const result = schema.safeParse(JSON.parse(sessionStorage.getItem(place) ?? 'null'));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a connection for this tab (docs/design.md#6-servers-that-this-project-did-not-write); null forgets it. Where
 * nothing may be stored, nothing is kept.
 */
export function saveConnection(connection: Connection | null): void {
  try {
    if (connection) sessionStorage.setItem(place, JSON.stringify(connection));
    else sessionStorage.removeItem(place);
  } catch {
    // The browser stores nothing for this page; the key stays in memory.
  }
}
