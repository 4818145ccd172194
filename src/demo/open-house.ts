import { sql } from 'kysely';
import { createCompany, createKey } from '@/core/server/companies';
import type { Config } from '@/core/server/config';
import type { Database } from '@/core/server/db';
import { demoRoot, loadDemo, renewSignIns, type SignIn } from './load';
import { ensurePeople } from './people';

/** What stands when the doors open: the demo's sign-ins where it stands, and what to tell. */
export interface House {
  readonly signIns: readonly SignIn[];
  readonly notes: readonly string[];
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/;

/**
 * Fills an empty database (design 2): with the demo company, or with one company and the first
 * administrator key; with neither it says how to make them. Several processes may start at once, and a
 * start that was killed half-way is taken up by the next.
 */
export async function openHouse(db: Database, config: Config): Promise<House> {
  return db.connection().execute(async (lock) => {
    await sql`select pg_advisory_lock(hashtext('tillhouse first start'))`.execute(lock);
    try {
      return await fill(db, config);
    } finally {
      await sql`select pg_advisory_unlock(hashtext('tillhouse first start'))`.execute(lock);
    }
  });
}

async function fill(db: Database, config: Config): Promise<House> {
  const demo = (await stands(db, demoRoot)) || (config.demo && !(await stands(db, null)));
  if (demo && !(await reached(db, 'demo'))) {
    const started = performance.now();
    const root = await loadDemo(db);
    if (config.apiKey) await createKey(db, root, 'First administrator', 'admin', config.apiKey);
    await reach(db, 'demo');
    console.info(`The demo company is in place (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  }
  if (demo) await ensurePeople(db);
  if (demo) return { signIns: loopback.test(config.host) ? await renewSignIns(db) : [], notes: [] };
  if (await stands(db, null)) return { signIns: [], notes: [] };
  if (!config.apiKey) return { signIns: [], notes: [howToBegin] };
  const root = await createCompany(db, { name: 'My company', data: { currency: 'EUR', locale: 'en' } });
  await createKey(db, root, 'First administrator', 'admin', config.apiKey);
  return { signIns: [], notes: ['A company was made; TILLHOUSE_API_KEY is its first administrator key.'] };
}

const howToBegin = `The database is empty. Make the first company and its administrator key with
  npm run admin -- company create --name "My company"
or start once with TILLHOUSE_API_KEY, or with TILLHOUSE_DEMO=true for the demo company.`;

async function stands(db: Database, company: string | null): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`select company_stands(${company}::uuid) as stands`.execute(
    db,
  );
  return rows[0]?.stands ?? false;
}

async function reached(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from milestone where name = ${name}`.execute(db);
  return rows.length > 0;
}

const reach = (db: Database, name: string) =>
  sql`insert into milestone (name) values (${name}) on conflict do nothing`.execute(db);
