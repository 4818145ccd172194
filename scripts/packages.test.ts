import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { notices } from './notices.mjs';
import { sbom } from './packages.mjs';
import { root } from './steps.mjs';

const names = z.record(z.string(), z.unknown()).optional();
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
});

/** Returns all that Node finds from package.json on, beginning with `dependencies`: another way than the lock file. */
async function found(): Promise<string[]> {
  const folders = new Set<string>();
  const follow = async (folder: string) => {
    const text = await readFile(path.join(root, folder, 'package.json'), 'utf8');
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest.parse(
      JSON.parse(text),
    );
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => folder !== '' && !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const there = nearest(folder, name);
      if (there === null || folders.has(there)) continue;
      folders.add(there);
      await follow(there);
    }
  };
  await follow('');
  const each = [...folders].map(async (folder) => {
    const { name, version } = manifest.parse(
      JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')),
    );
    return `${name}@${version}`;
  });
  return (await Promise.all(each)).toSorted();
}

function nearest(folder: string, name: string): string | null {
  const there = path.join(folder, 'node_modules', name);
  if (existsSync(path.join(root, there, 'package.json'))) return there;
  if (folder === '') return null;
  const parent = folder.includes('/node_modules/')
    ? folder.slice(0, folder.lastIndexOf('/node_modules/'))
    : '';
  return nearest(parent, name);
}

const components = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.literal('tillhouse') }) }),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});

it('every package that the product is made of, and no other, is in the SBOM', async () => {
  const listed = components
    .parse(JSON.parse(await sbom()))
    .components.map(({ name, version }) => `${name}@${version}`);
  expect(listed.toSorted()).toEqual(await found());
  expect(listed.some((one) => one.startsWith('react@'))).toBe(true);
});

it('the notices have the licence of every package, with its text', async () => {
  const text = await notices();
  const headed = [...text.matchAll(/^(\S+) (\d\S+) \((\S.*)\)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
  expect(headed.toSorted()).toEqual(await found());
  // Of a package, and of a typeface.
  for (const words of ['Copyright (c) Meta Platforms', 'SIL OPEN FONT LICENSE'])
    expect(text).toContain(words);
  expect(text).not.toContain('undefined');
});
