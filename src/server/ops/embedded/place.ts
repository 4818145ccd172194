import { createHash } from 'node:crypto';
import { access, realpath } from 'node:fs/promises';
import path from 'node:path';
import { canReach, chooseAccount, nearestExisting } from './account';
import { type Binaries, program } from './binaries';
import { copyPrograms } from './copied-programs';
import { makeFolderDurably } from './durable';
import type { EmbeddedLog } from './log';
import type { Account } from './run';

/**
 * The location of the programs and the data, and the account that runs them. `cluster` is PostgreSQL's data
 * directory.
 */
export interface Place {
  account: Account | undefined;
  binaries: Binaries;
  cluster: string;
}

const ownFolder = '/var/lib/tillhouse';
const passThrough = 0o711;
const ownerOnly = 0o700;

/**
 * Decides where an embedded server for `dataDir` lives.
 *
 * As root, PostgreSQL runs as another user, who often cannot enter the clone (root's home, a temporary folder of mode
 * 0700): then the programs, the data, or both are stored under `/var/lib/tillhouse`, one data folder for each
 * `dataDir`, and the log says so. An existing cluster is always used where it is.
 *
 * @throws an Error if a cluster exists and is no longer accessible.
 */
export async function choosePlace(dataDir: string, found: Binaries, log: EmbeddedLog): Promise<Place> {
  const requested = await absolute(dataDir);
  const moved = path.join(ownFolder, folderName(requested));
  const account = await chooseAccount([clusterIn(requested), clusterIn(moved)]);
  if (!account) {
    await makeFolderDurably(requested, ownerOnly);
    return { account, binaries: found, cluster: clusterIn(requested) };
  }
  const binaries = (await canReach(account, program(found, 'postgres'), 'x'))
    ? found
    : await copyPrograms(found, path.join(ownFolder, 'programs', `${found.name}-${found.version}`), log);
  const home = (await stays(requested, moved, account)) ? requested : moved;
  await makeFolderDurably(home, passThrough);
  if (!(await canReach(account, home, 'x')))
    throw new Error(`${home} is out of the reach of ${account.name}.`);
  if (binaries !== found) {
    log.info(
      `PostgreSQL runs as ${account.name}, who cannot enter ${found.folder}: its programs are in ${binaries.folder}`,
    );
  }
  if (home !== requested)
    log.info(`PostgreSQL runs as ${account.name}, who cannot enter ${requested}: the data is in ${home}`);
  return { account, binaries, cluster: clusterIn(home) };
}

function clusterIn(home: string): string {
  return path.join(home, 'postgres');
}

/** Resolves links as far as the path exists, so that one directory has one name. */
async function absolute(dataDir: string): Promise<string> {
  const requested = path.resolve(dataDir);
  const base = await nearestExisting(requested);
  return path.join(await realpath(base), path.relative(base, requested));
}

function folderName(requested: string): string {
  const readable = requested
    .split(path.sep)
    .slice(-2)
    .join('-')
    .replaceAll(/[^A-Za-z0-9-]+/g, '');
  return `${readable}-${createHash('sha256').update(requested).digest('hex').slice(0, 12)}`;
}

/**
 * Returns whether a cluster stays at `requested`. @throws an Error if data is there that the server's user can no longer
 * access.
 */
async function stays(requested: string, moved: string, account: Account): Promise<boolean> {
  if (!(await canReach(account, await nearestExisting(requested), 'x'))) {
    if (!(await exists(path.join(clusterIn(requested), 'PG_VERSION')))) return false;
    throw new Error(
      `There is data in ${clusterIn(requested)}, and ${account.name}, as whom PostgreSQL runs, cannot enter ${requested} ` +
        `any more. Let everybody pass through it and the folders above (chmod a+x), or name another TILLHOUSE_DATA_DIR.`,
    );
  }
  return (await exists(clusterIn(requested))) || !(await exists(clusterIn(moved)));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
