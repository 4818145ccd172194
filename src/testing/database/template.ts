import pino from 'pino';
import { openDatabase } from '@/core/server/db/db';
import { migrate } from '@/core/server/db/migrate';
import { tables } from '@/resources/tables';

/** Creates the schema in the template of the test databases. `url` is its owner's; called once per run. */
export async function prepareTemplate(url: string): Promise<void> {
  const db = openDatabase(url, pino({ level: 'silent' }), 2);
  try {
    await migrate(db, Object.values(tables));
  } finally {
    await db.destroy();
  }
}
