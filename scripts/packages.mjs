import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm, root } from './steps.mjs';

/**
 * A package that the product is made of: its folder below the repository, its name and its version.
 *
 * @typedef {{ folder: string, name: string, version: string }} Package
 */

/** @param {string} name @returns {Promise<any>} */
const json = async (name) => JSON.parse(await readFile(path.join(root, name), 'utf8'));

/** @param {any} entry @returns {string[]} */
const namesIn = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

const inFolder = 'node_modules/';
/** @param {string} folder */
const nameOf = (folder) => folder.slice(folder.lastIndexOf(inFolder) + inFolder.length);

/**
 * The entries of the lock file that are installed here and not for development alone. What is for another platform is
 * not here, and is in the image that is built there.
 *
 * @param {any} lock
 * @returns {[folder: string, entry: any][]}
 */
function entriesOf(lock) {
  const installed = Object.entries(lock.packages).filter(
    ([folder, { dev, devOptional }]) =>
      folder !== '' && !dev && !devOptional && existsSync(path.join(root, folder)),
  );
  const needed = new Set([lock.packages[''], ...installed.map(([, entry]) => entry)].flatMap(namesIn));
  // Parts for a platform of what is for development are marked as optional alone.
  return installed.filter(([folder]) => needed.has(nameOf(folder)));
}

/** Returns the packages that the product is made of, by name. @returns {Promise<Package[]>} */
export async function productionPackages() {
  return entriesOf(await json('package-lock.json'))
    .map(([folder, { name, version }]) => ({
      folder,
      name: name ?? nameOf(folder),
      version,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Returns the list of these packages as CycloneDX, by `npm sbom`: of a lock file that has no others, because with
 * `--omit=dev` npm leaves out what packages for development need as well, React among it.
 *
 * @returns {Promise<string>}
 */
export async function sbom() {
  const [{ name, version, description, license, dependencies, optionalDependencies }, lock] =
    await Promise.all([json('package.json'), json('package-lock.json')]);
  const entries = entriesOf(lock);
  const isHere = new Set(entries.map(([folder]) => folder));
  const optional = Object.fromEntries(
    Object.entries(optionalDependencies).filter(([one]) => isHere.has(`node_modules/${one}`)),
  );
  const own = { name, version, description, license, dependencies, optionalDependencies: optional };
  const apart = await mkdtemp(path.join(tmpdir(), 'tillhouse-sbom-'));
  // npm calls what it lists by the name of the folder.
  const folder = path.join(apart, name);
  try {
    await mkdir(folder);
    const packages = { '': own, ...Object.fromEntries(entries) };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(own));
    await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const { status, output } = await npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
      cwd: folder,
    });
    if (status !== 0) throw new Error(`npm sbom: ${output}`);
    return output;
  } finally {
    await rm(apart, { recursive: true, force: true });
  }
}
