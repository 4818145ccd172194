import { randomBytes } from 'node:crypto';
import {
  access,
  appendFile,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { majorOf, program } from './binaries';
import type { EmbeddedLog } from './log';
import type { Place } from './place';
import { isAlive } from './postmaster';
import { hasCode, run } from './run';
import { settingsFile, writeSettings } from './settings';

// The owner of the database, with every right in the embedded server.
const superuser = 'tillhouse';
const secretFile = 'tillhouse.secret';
const ownerOnly = 0o600;

// pg_trgm reads letters by LC_CTYPE: under `C` it would take Ä and Ö for blanks, and searches for them would scan.
const ctypes = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'C'];

/**
 * Makes the cluster where there is none. It is made under another name and renamed when it is whole, so neither
 * an interrupted start nor two at the same instant leave half a cluster.
 *
 * @throws an Error when the cluster is of another major version, or `initdb` fails.
 */
export async function ensureCluster(place: Place, log: EmbeddedLog): Promise<void> {
  const { cluster, binaries } = place;
  await removeUnfinished(cluster);
  if (!(await isWhole(cluster))) {
    log.info(`Making the database in ${cluster}`);
    await makeCluster(place, log);
  }
  const found = (
    await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(explainOwner(cluster))
  ).trim();
  const own = majorOf(binaries.version);
  if (found === own) return;
  throw new Error(
    `${cluster} is of PostgreSQL ${found}, and this Tillhouse brings ${own}. Run \`npm run backup\` with the ` +
      'Tillhouse that wrote it, choose an empty TILLHOUSE_DATA_DIR, and run `npm run restore` with this one.',
  );
}

/** The address of one database of the cluster, password included. */
export async function clusterUrl(cluster: string, port: number, database: string): Promise<string> {
  const secret = (await readFile(path.join(cluster, secretFile), 'utf8').catch(explainOwner(cluster))).trim();
  return `postgresql://${superuser}:${secret}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

async function isWhole(cluster: string): Promise<boolean> {
  try {
    await access(cluster);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function makeCluster(place: Place, log: EmbeddedLog): Promise<void> {
  const { cluster, account } = place;
  const fresh = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const secret = `${fresh}.secret`;
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(secret, `${randomBytes(32).toString('base64url')}\n`, { mode: ownerOnly });
  if (account) for (const made of [fresh, secret]) await chown(made, account.uid, account.gid);
  try {
    await initialise(place, fresh, secret, log);
    await rename(secret, path.join(fresh, secretFile));
    await appendFile(path.join(fresh, 'postgresql.conf'), `\ninclude '${settingsFile}'\n`);
    await writeSettings(fresh, account);
    await sync(fresh);
    await rename(fresh, cluster);
    await sync(path.dirname(cluster));
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    await rm(secret, { force: true });
    // Another start was quicker: its cluster is as good.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM') || !(await isWhole(cluster))) throw error;
  }
}

async function initialise(place: Place, folder: string, secret: string, log: EmbeddedLog): Promise<void> {
  const args = [
    '-D',
    folder,
    '-U',
    superuser,
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '--encoding=UTF8',
  ];
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  let output = '';
  for (const ctype of ctypes) {
    const attempt = [...args, `--lc-ctype=${ctype}`];
    const outcome = await run(
      program(place.binaries, 'initdb'),
      attempt,
      place.account,
      path.dirname(folder),
    );
    if (outcome.status === 0) {
      if (ctype === 'C')
        log.warn('The system has no UTF-8 locale: searches for letters beyond a-z will be slow.');
      return;
    }
    output = outcome.output;
    if (!output.includes('locale')) break;
  }
  const hint = 'Set DATABASE_URL to use a server of your own.';
  throw new Error(`PostgreSQL's initdb failed for ${folder}: ${output}\n${hint}`);
}

/** A power cut must not leave a name without its content. Windows has no such call for folders. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

async function removeUnfinished(cluster: string): Promise<void> {
  const parent = path.dirname(cluster);
  const prefix = `${path.basename(cluster)}.new-`;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function explainOwner(cluster: string): (cause: unknown) => never {
  return (cause) => {
    if (!hasCode(cause, 'EACCES', 'EPERM')) throw cause;
    throw new Error(
      `${cluster} belongs to another user. Start as that user or as root, choose another TILLHOUSE_DATA_DIR, ` +
        'or hand the folder over with `chown -R`.',
      { cause },
    );
  };
}
