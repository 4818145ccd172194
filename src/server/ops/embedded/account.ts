import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Account, run } from './run';

const madeHere = 'tillhouse';

/**
 * Chooses the user that PostgreSQL runs as, because it refuses to run as root. An existing cluster keeps its owner; a
 * new one belongs to `postgres` if the system has that user, else to `tillhouse`, which is created.
 *
 * @returns `undefined` if this process already is an ordinary user (or on Windows, where PostgreSQL itself
 * drops its privileges).
 * @throws an Error if the system has no means to add a user.
 */
export async function chooseAccount(clusters: string[]): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const cluster of clusters) {
    const owner = await stat(cluster).catch(() => undefined);
    if (!owner || owner.uid === 0) continue;
    const { status, output } = await run('id', ['-nu', String(owner.uid)], undefined);
    return { uid: owner.uid, gid: owner.gid, name: status === 0 ? output : `user ${owner.uid}` };
  }
  return (await findAccount('postgres')) ?? (await findAccount(madeHere)) ?? (await makeAccount());
}

async function findAccount(name: string): Promise<Account | undefined> {
  const [user, group] = await Promise.all([
    run('id', ['-u', name], undefined),
    run('id', ['-g', name], undefined),
  ]);
  if (user.status !== 0 || group.status !== 0) return undefined;
  return { uid: Number(user.output), gid: Number(group.output), name };
}

async function makeAccount(): Promise<Account> {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', madeHere]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', madeHere]],
  ];
  const said: string[] = [];
  for (const [tool, args] of attempts) {
    const outcome = await run(tool, args, undefined);
    // Another start may have created it at the same moment; either way it exists.
    const account = await findAccount(madeHere);
    if (account) return account;
    said.push(`${tool}: ${outcome.output}`);
  }
  throw new Error(
    `PostgreSQL does not run as root, and no user for it could be made (${said.join('; ')}). ` +
      'Start as an ordinary user, add a user named postgres, or set DATABASE_URL.',
  );
}

/**
 * Returns whether `account` can pass through every folder on the way to `target` and use it (`test -x`, `-r` or
 * `-w`).
 */
export async function canReach(
  account: Account | undefined,
  target: string,
  how: 'r' | 'w' | 'x',
): Promise<boolean> {
  if (!account) return true;
  const { status } = await run('/bin/sh', ['-c', `test -${how} "$1"`, 'sh', target], account);
  return status === 0;
}

/** Returns the nearest folder at or above `folder` that exists. */
export async function nearestExisting(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  const parent = path.dirname(folder);
  return found?.isDirectory() || parent === folder ? folder : nearestExisting(parent);
}
