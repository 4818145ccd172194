import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensureInstalled } from './install.mjs';
import { npm, root } from './steps.mjs';

let folder = '';

/** A package whose dependencies lie beside it, so that nothing is fetched. */
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-install-'));
  await add('serves', 'for-tests');
  await lockWith('for-tests');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function add(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(path.join(folder, 'packages', name), { recursive: true });
    await writeJson(`packages/${name}/package.json`, { name, version: '1.0.0' });
  }
}

async function lockWith(...dev: string[]): Promise<void> {
  await writeJson('package.json', {
    name: 'shop',
    private: true,
    dependencies: { serves: 'file:packages/serves' },
    devDependencies: Object.fromEntries(dev.map((name) => [name, `file:packages/${name}`])),
  });
  const { status } = await npm(['install', '--package-lock-only', '--offline', '--no-audit'], {
    cwd: folder,
  });
  expect(status).toBe(0);
}

const writeJson = (name: string, json: unknown) => writeFile(path.join(folder, name), JSON.stringify(json));
const has = (...names: string[]) => names.map((name) => existsSync(path.join(folder, 'node_modules', name)));

it('a start installs what the service needs, a test run adds the rest', async () => {
  await ensureInstalled({ dev: false, folder });
  expect(has('serves', 'for-tests')).toEqual([true, false]);
  await ensureInstalled({ folder });
  expect(has('serves', 'for-tests')).toEqual([true, true]);
});

it('a start after a change of the packages keeps those for developing, up to date', async () => {
  await ensureInstalled({ folder });
  await add('for-tests-too');
  await lockWith('for-tests', 'for-tests-too');
  await ensureInstalled({ dev: false, folder });
  expect(has('serves', 'for-tests', 'for-tests-too')).toEqual([true, true, true]);
});

it('a start keeps packages that were installed by hand', async () => {
  await npm(['ci', '--offline', '--no-audit'], { cwd: folder });
  await add('for-tests-too');
  await lockWith('for-tests', 'for-tests-too');
  await ensureInstalled({ dev: false, folder });
  expect(has('serves', 'for-tests')).toEqual([true, true]);
});

/** What loads before the first line of a module runs: its own `import` and `export … from`. */
const loadedFirst = /^(?:import|export)\b[^;'"(=]*?['"]([^'"]+)['"]/gm;

it('no command of npm loads a package before it could install it', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const files = new Set(Object.values(scripts).map((command) => /^node (\S+)/.exec(command)![1]!));
  const packages: string[] = [];
  // A set is walked in the order of its entries, those that are added meanwhile, too.
  for (const file of files)
    for (const [, name] of (await readFile(path.join(root, file), 'utf8')).matchAll(loadedFirst)) {
      if (name!.startsWith('.')) files.add(path.posix.join(path.posix.dirname(file), name!));
      else if (!name!.startsWith('node:')) packages.push(`${file}: ${name}`);
    }
  expect(files).toContain('scripts/steps.mjs');
  expect(packages).toEqual([]);
});
