import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import base from '../../../vite.config';
import { edited, watched, type Fault } from './plant.mjs';

const root = path.join(import.meta.dirname, '../../..');
const cache = path.join(root, '.cache/faults');
const without: string[] = JSON.parse(process.env['FAULTS_WITHOUT'] ?? '[]');
const planted = process.env['FAULT'] === undefined ? null : Number(process.env['FAULT']);
const faults: (Fault & { number: number })[] = JSON.parse(
  readFileSync(path.join(cache, 'faults.json'), 'utf8'),
);

/** Puts one fault into the code that the tests load, or, without `FAULT`, calls that say which places they reach. */
const plugin: Plugin = {
  name: 'planted-faults',
  enforce: 'pre',
  transform(code, id) {
    const file = path.relative(path.join(root, 'src'), id.replace(/\?.*/, ''));
    const here = faults.filter((fault) => fault.file === file);
    if (planted === null) return here.length === 0 ? null : { code: watched(code, here), map: null };
    const fault = here.find(({ number }) => number === planted);
    return fault ? { code: edited(code, fault.edits), map: null } : null;
  },
};

// The database of all tests is made in this process.
if (planted === null) {
  const reached = new Set<number>();
  Object.assign(globalThis, { reachedPlace: (number: number) => reached.add(number) });
  process.on('exit', () => {
    mkdirSync(path.join(cache, 'reached'), { recursive: true });
    writeFileSync(
      path.join(cache, 'reached/all.json'),
      JSON.stringify({ file: null, reached: [...reached] }),
    );
  });
}

export default defineConfig((env) => {
  const { test, resolve = {} } = base(env);
  const projects = (test?.projects ?? []).map((project): TestProjectConfiguration => {
    if (typeof project !== 'object' || !('test' in project)) return project;
    const setup = [project.test?.setupFiles ?? [], 'scripts/lab/faults/reached.mjs'].flat();
    return {
      ...project,
      plugins: [plugin],
      test: {
        ...project.test,
        exclude: [...(project.test?.exclude ?? configDefaults.exclude), ...without],
        testTimeout: 120_000,
        setupFiles: setup,
      },
    };
  });
  return {
    resolve,
    plugins: [plugin],
    test: { ...test, maxWorkers: Number(process.env['FAULT_WORKERS'] ?? 2), projects },
  };
});
