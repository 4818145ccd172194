import pino from 'pino';
import { openDatabase } from '@/core/server/db/db';
import { migrate } from '@/core/server/db/migrate';
import { tables } from '@/resources/tables';

/** Fills the template that each test's database is a copy of. `url` is its owner's; called once in a run. */
export async function prepareTemplate(url: string): Promise<void> {
  const db = openDatabase(url, pino({ level: 'silent' }), 2);
  try {
    await migrate(db, Object.values(tables));
  } finally {
    await db.destroy();
  }
}
