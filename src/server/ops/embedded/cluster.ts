import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { majorOf, program } from './binaries';
import { syncAncestors, syncFolder } from './durable';
import type { EmbeddedLog } from './log';
import {
  ensurePassword,
  newPassword,
  passwordFile,
  readPassword,
  superuser,
  writePassword,
} from './password-file';
import type { Place } from './place';
import { isAlive } from './postmaster';
import { hasCode, run } from './run';
import { ensureIncluded, writeSettings } from './settings';

// pg_trgm classifies letters by LC_CTYPE: under `C` it would take Ä and Ö for blanks, and a search for them would
// scan.
const ctypes = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'C'];
const controlFileBytes = 8192;
const abandonedMs = 600_000;
/** Clusters that this process is creating. */
const making = new Set<string>();
/** Returns whether a file belongs to one of them: a file has a temporary name until it is complete (durable.ts). */
const isBeingMade = (file: string): boolean => [...making].some((one) => file.startsWith(one));

/**
 * Creates the cluster if there is none, and repairs what an interrupted first start left behind.
 *
 * A cluster is created under another name (`postgres.new-…`), flushed whole, file and folder, and then renamed. So a
 * folder named `postgres` was complete and on the disk before anything could be written into it, and a folder of the
 * other name was never in use: **only folders of the other name are ever deleted.** A folder `postgres` with anything
 * in it is never deleted, moved or created anew, however broken it looks: it could hold data. What can be repaired
 * without touching data is repaired (a lost password, the line that includes the settings); the rest is refused,
 * naming the file and its content. An empty folder holds no data and is replaced by a new cluster.
 *
 * @throws an Error if the cluster is of another major version or incomplete, or if `initdb` fails.
 */
export async function ensureCluster(place: Place, log: EmbeddedLog): Promise<void> {
  const { cluster, account, binaries } = place;
  await removeUnfinished(cluster);
  if (!(await holdsAnything(cluster))) {
    log.info(`Making the database in ${cluster}`);
    await makeCluster(place, log);
  }
  await requireWhole(cluster, majorOf(binaries.version)).catch(explainOwner(cluster));
  if (await ensureIncluded(cluster, account).catch(explainOwner(cluster)))
    log.warn(`${cluster}/postgresql.conf did not include the service's settings: the line is added.`);
  await ensurePassword(place, log).catch(explainOwner(cluster));
  await syncAncestors(cluster);
}

/** Returns the address of one database of the cluster, password included. */
export async function clusterUrl(cluster: string, port: number, database: string): Promise<string> {
  const password = await readPassword(cluster).catch(explainOwner(cluster));
  if (password === null) throw new Error(`${passwordFile(cluster)} holds no password.`);
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Returns whether a folder exists and is not empty. */
async function holdsAnything(cluster: string): Promise<boolean> {
  try {
    return (await readdir(cluster)).length > 0;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    return explainOwner(cluster)(error);
  }
}

/** Requires a complete cluster. @throws an Error that names the file, what is wrong with it, and what to do. */
async function requireWhole(cluster: string, major: string): Promise<void> {
  const refuse = (file: string, found: string): never => {
    throw new Error(
      `${cluster} is no whole PostgreSQL data directory: ${path.join(cluster, file)} ${found}. Nothing was ` +
        'changed. Restore a backup (`npm run restore`) into another TILLHOUSE_DATA_DIR; or, if nothing was ' +
        'ever stored here, move this folder away, and the next start makes a new one.',
    );
  };
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return refuse('PG_VERSION', 'is missing');
    throw error;
  });
  const found = version.trim();
  if (!/^\d+(?:\.\d+)?$/.test(found))
    refuse('PG_VERSION', found === '' ? 'is empty' : 'does not hold a version');
  if (found !== major) {
    throw new Error(
      `${cluster} is of PostgreSQL ${found}, and this Tillhouse brings ${major}. Run \`npm run backup\` with the ` +
        'Tillhouse that wrote it, choose an empty TILLHOUSE_DATA_DIR, and run `npm run restore` with this one.',
    );
  }
  const control = path.join('global', 'pg_control');
  const size = await stat(path.join(cluster, control)).then(
    (one) => one.size,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return refuse(control, 'is missing');
      throw error;
    },
  );
  if (size !== controlFileBytes) refuse(control, `has ${size} bytes instead of ${controlFileBytes}`);
}

async function makeCluster(place: Place, log: EmbeddedLog): Promise<void> {
  const { cluster, account } = place;
  const fresh = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const password = newPassword();
  const handedOver = `${fresh}.secret`;
  making.add(fresh).add(handedOver);
  try {
    await mkdir(fresh, { mode: 0o700 });
    if (account) await chown(fresh, account.uid, account.gid);
    await writePassword(handedOver, password, account);
    // initdb flushes everything that it wrote; what is added here is flushed as it is written.
    await initialise(place, fresh, handedOver, log);
    await rm(handedOver);
    await writePassword(passwordFile(fresh), password, account);
    await writeSettings(fresh, account);
    await ensureIncluded(fresh, account);
    await syncFolder(fresh);
    await rename(fresh, cluster);
    await syncFolder(path.dirname(cluster));
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    await rm(handedOver, { force: true });
    // Another start finished first: its cluster is used.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM') || !(await holdsAnything(cluster))) throw error;
  } finally {
    making.delete(fresh);
    making.delete(handedOver);
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

/**
 * Removes what interrupted starts left under the other name. A start that still runs is left alone, by its process
 * id. Process ids are reused, in containers especially, so an old folder is removed all the same.
 */
async function removeUnfinished(cluster: string): Promise<void> {
  const parent = path.dirname(cluster);
  const prefix = `${path.basename(cluster)}.new-`;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const left = path.join(parent, name);
    const maker = Number.parseInt(name.slice(prefix.length), 10);
    const isOurs = maker === process.pid;
    if (isOurs ? isBeingMade(left) : isAlive(maker) && (await isYoung(left))) continue;
    await rm(left, { recursive: true, force: true });
  }
}

const isYoung = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => Math.abs(Date.now() - found.mtimeMs) < abandonedMs,
    () => false,
  );

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
