import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { precompress } from './scripts/precompress.mjs';

const resolve = { tsconfigPaths: true };

/**
 * Where a page may evaluate text, zod compiles its parsers, and it finds out by trying: our pages may not
 * (core/server/http/site/static.ts), and the browser would report each of them. Told beside zod itself, before any schema.
 */
const noEvaluation = 'globalThis.__zod_globalConfig ??= { jitless: true };';

const formModules =
  /react-hook-form|form\/engine\/(?:form-values|record-context|record-errors|use-record-list)\.ts/;

// No test asserts a time; a busy machine is only to be told from one that hangs. Projects take nothing from the root.
const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

/** Tests that put other modules in the place of the service's own, or need those that no other test has touched. */
const alone = ['src/testing/api/**/*-by-policies.test.ts', 'src/testing/password-cost.test.ts'];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [precompress()])],
  resolve,
  build: {
    outDir: 'dist/app',
    target: 'es2023',
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            // One chunk for what every form loads: the entry names all chunks that it may load later.
            groups: [
              { name: 'form', test: formModules },
              // And one for what the first page loads: pieces of a few hundred bytes each are packed worse.
              { name: 'first', tags: ['$initial'] },
            ],
          },
          banner: ({ moduleIds }) =>
            moduleIds.some((id) => id.includes('/zod/v4/core/core.')) ? noEvaluation : '',
        },
      },
    }),
  },
  // `dist/server/server.js` runs with the packages in node_modules: only our own code is bundled.
  ssr: { target: 'node', noExternal: [] },
  test: {
    // Of the whole run, not of each project: one PostgreSQL serves both.
    globalSetup: ['src/testing/database/global-setup.ts'],
    // A worker and its PostgreSQL backend wait for each other by turns: with one worker a processor, 15 % stays idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        resolve,
        test: {
          ...patience,
          name: 'node',
          environment: 'node',
          include: ['{src,scripts}/**/*.test.ts'],
          exclude: alone,
          setupFiles: ['src/testing/password-cost.ts'],
          // Each file has a database of its own, and none changes a module: the service is loaded once a worker.
          isolate: false,
        },
      },
      {
        resolve,
        test: { ...patience, name: 'node, alone', environment: 'node', include: alone },
      },
      {
        resolve: { ...resolve, conditions: ['module', 'browser', 'development'] },
        ssr: { resolve: { conditions: ['module', 'node', 'development'] } },
        test: {
          ...patience,
          name: 'browser',
          setupFiles: ['src/testing/app/timeouts.ts'],
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          // Node would load a second React Router for nuqs, in the other module format, and its contexts with it.
          server: { deps: { inline: ['nuqs', 'react-router'] } },
        },
      },
    ],
  },
}));
