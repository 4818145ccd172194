import pino from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { openDatabase, type Database } from '@/server/db/db';
import { createTestDatabase, type TestDatabase } from '../service';

/** Gives each test of a file an empty database of its own, with connections to it; what is closed before is registered after this. */
export function ownDatabase(): { readonly url: string; readonly db: Database } {
  const own: { database?: TestDatabase; db?: Database } = {};
  beforeEach(async () => {
    own.database = await createTestDatabase();
    own.db = openDatabase(own.database.url, pino({ level: 'silent' }), 2);
  });
  afterEach(async () => {
    await own.db?.destroy();
    await own.database?.drop();
  });
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The database is there while a test runs');
    return one;
  };
  return {
    get url() {
      return there(own.database).url;
    },
    get db() {
      return there(own.db);
    },
  };
}
