import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { findCompanyWithoutKey, isKnown } from '@/server/ops/admin-store';
import { createCompanyWithKeys, createKey, firstKey, serviceCaller } from '@/server/ops/companies';
import type { Config } from '@/server/ops/config';
import type { Database } from '@/server/db/db';
import { demoRoot, loadDemo, renewSignIns, type SignIn } from './load';
import { startFill, type DemoFill } from './days/fill';
import { reach, reached } from './days/milestone';
import { newFirstLink } from '@/first-company/make';
import { ensurePeople } from './people';

/** The result of the first start: the demo's sign-ins, if the demo is installed, and messages to print. */
export interface Bootstrapped {
  readonly signIns: readonly SignIn[];
  readonly notes: readonly string[];
  /** The token of the link by which the first company is made in a browser (src/first-company); null where there is one. */
  readonly firstLink: string | null;
  /** The demo's business days that are still to be loaded (days/fill.ts); null if there are none. */
  readonly fill: DemoFill | null;
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/;

/**
 * Fills an empty database (docs/design.md#2-two-commands) with the demo company, or with one company and the first
 * administrator key. With neither configured, a one-time link makes them in a browser, and the messages say how else. Several processes may start at once,
 * and the next start continues one that was killed half-way.
 */
export async function bootstrap(db: Database, config: Config): Promise<Bootstrapped> {
  // Held by a transaction: behind a pooler, a lock of the session would stay with somebody else's connection.
  return db.transaction().execute(async (lock) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse first start'))`.execute(lock);
    return fill(db, config);
  });
}

async function fill(db: Database, config: Config): Promise<Bootstrapped> {
  // Without the demo a service leaves a demo that is there alone: its keys may be another service's.
  const demo = config.demo && ((await companyExists(db, demoRoot)) || !(await companyExists(db, null)));
  const isWhole = demo && (await reached(db, 'demo'));
  // A continued load uses the time at which it first began, not the current time.
  const began = demo && !isWhole ? await firstBegan(db, 'demo began') : new Date();
  if (demo && !isWhole && !(await reached(db, 'demo without days'))) {
    const started = performance.now();
    const root = await loadDemo(db, began, config.demoDays);
    if (config.apiKey && !(await isKnown(db, config.apiKey))) {
      await createKey(db, root, firstKey.name, firstKey.role, config.apiKey);
    }
    await reach(db, 'demo without days');
    console.info(`The demo company is in place (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  }
  if (demo) await ensurePeople(db);
  if (demo) {
    const fill = isWhole ? null : startFill(db, began, config.demoDays);
    const signIns = loopback.test(config.host) ? await renewSignIns(db) : [];
    if (!config.demoInBackground) await fill?.finished;
    return { signIns, notes: [], firstLink: null, fill };
  }
  if (await companyExists(db, null))
    return { signIns: [], notes: await createMissingKey(db, config), firstLink: null, fill: null };
  if (!config.apiKey)
    return { signIns: [], notes: [howToBegin(config)], firstLink: await newFirstLink(db), fill: null };
  const company = { name: 'My company', data: { currency: 'EUR', locale: 'en' } };
  await createCompanyWithKeys(db, company, null, [{ ...firstKey, secret: config.apiKey }]);
  return {
    signIns: [],
    notes: ['A company was made; TILLHOUSE_API_KEY is its first administrator key.'],
    firstLink: null,
    fill: null,
  };
}

/**
 * Creates a key for a company that nobody can sign in to: it is the only one, and never had a key or a person. Older
 * versions left it like this when a first start was killed between the company and its key.
 */
async function createMissingKey(db: Database, config: Config): Promise<string[]> {
  const { apiKey } = config;
  const company = await findCompanyWithoutKey(db);
  if (!company) return [];
  const { name, lineage, locale } = company;
  if (!apiKey) {
    return [
      `Nobody can enter the company ${name} yet: start once with TILLHOUSE_API_KEY, or make a key with\n` +
        `  ${adminCommand(config)} key create --company ${company.id} --name "First administrator" --role admin`,
    ];
  }
  await createKey(db, serviceCaller(lineage, locale), firstKey.name, firstKey.role, apiKey);
  return [`The company ${name} had no key; TILLHOUSE_API_KEY is its first administrator key.`];
}

const howToBegin = (config: Config) => `Other ways: make the company and its first administrator key with
  ${adminCommand(config)} company create --name "My company"
or start once with TILLHOUSE_API_KEY, or with TILLHOUSE_DEMO=true for the demo company.`;

/**
 * Returns the beginning of a command for the same database, to be run in another shell: with the variables that name it, unless
 * they are in the file `.env`, which the command reads too. The password is left for the reader to fill in.
 */
function adminCommand({ databaseUrl, dataDir, isEmbedded }: Config): string {
  const file = existsSync('.env') ? readFileSync('.env', 'utf8') : '';
  const [name, value] =
    databaseUrl && !isEmbedded
      ? ['DATABASE_URL', databaseUrl.replace(/^(\w+:\/\/[^/?#]*:)[^/?#]*@/, '$1PASSWORD@')]
      : ['TILLHOUSE_DATA_DIR', dataDir];
  const isInFile = new RegExp(`^\\s*${name}\\s*=`, 'm').test(file);
  return isInFile ? 'npm run admin --' : `${name}='${value}' npm run admin --`;
}

async function companyExists(db: Database, company: string | null): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`select company_stands(${company}::uuid) as stands`.execute(
    db,
  );
  return rows[0]?.stands ?? false;
}

/** Returns when a task first began: now, or at an earlier start that was killed. */
async function firstBegan(db: Database, name: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    insert into milestone as m (name) values (${name})
    on conflict (name) do update set at = m.at returning at`.execute(db);
  return rows[0]?.at ?? new Date();
}
