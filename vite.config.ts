/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import {
  withoutDescriptions,
  withoutJsonSchemas,
  withoutNesting,
  withoutServerRendering,
  withoutColours,
} from './scripts/leave-out.mjs';
import { finnishOf, isFinnish, splitLanguages } from './scripts/split-languages.mjs';
import { lateSchemas } from './scripts/late-schemas.mjs';
import { withNotices } from './scripts/notices.mjs';
import { precompress } from './scripts/precompress.mjs';

const resolve = { tsconfigPaths: true };

/**
 * Where a page may evaluate text, zod compiles its parsers, and it finds out by trying: our pages may not
 * (server/http/site/static.ts), and the browser would report each of them. Told beside zod itself, before any schema.
 */
const noEvaluation = 'globalThis.__zod_globalConfig ??= { jitless: true };';

/** Returns the test of a group of chunks: whether a module's path contains one of these. */
const paths = (...parts: string[]) => new RegExp(parts.join('|'));

/**
 * What belongs together is one chunk, because on a slow line each request costs a round trip. An earlier group takes
 * a module before a later one; `$initial` are the modules of the first page.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 60 },
  {
    name: 'fields',
    priority: 50,
    test: paths(
      'react-hook-form',
      'ui/fields/(?:field|text-field)',
      'ui/display/(?:banner|receipt\\.tsx)',
      'ui/layout/sign-in-page',
      'lucide-react',
      // What sign-in and forms both read.
      'contract/email\\.ts',
    ),
  },
  {
    name: 'overlays',
    priority: 30,
    test: paths(
      'ui/overlays/',
      'ui/layout/nav-sheet',
      '@mantine/(?!core/esm/components/Combobox)',
      '@floating-ui',
      'react-remove-scroll',
      'react-style-singleton',
      'use-sidecar',
      '/clsx/',
      'use-callback-ref',
      'get-nonce',
      'tslib',
    ),
  },
  {
    name: 'record',
    priority: 20,
    test: paths(
      'lossless-json',
      '/src/record/',
      '/src/app/record/',
      'data/idempotency-key',
      'plu/fields/price-parts',
      'i18n/clock',
    ),
  },
  { name: 'schemas', priority: 55, test: paths('/zod/', '^\0schemas$', 'contract/email-schema') },
  // What every page loads after it is shown.
  {
    name: 'after',
    priority: 19,
    test: paths(
      'shell/scanner-keys',
      'find/recent',
      'fields/write-value',
      'state/kept-focus',
      'print/(?:page-)?print-head',
      'print/print.module',
    ),
  },
  // The numbers in the navigation, which the overview says in words.
  {
    name: 'counts',
    priority: 18,
    test: paths(
      'nav-count',
      'thread/question-query',
      'may-approve',
      'changes/own-sets',
      'change-set-(?:acts|outcome)',
      'outcome-query',
    ),
  },
  // What the overview and the pages of days and months read and say alike.
  {
    name: 'figures',
    priority: 17,
    test: paths(
      'days/report/(?:amounts|check-texts|report-texts|period-words|percent-text|report.ts|data/report-query|schema/|tables/columns)',
      'days/seal/(?:canonical|contents)',
      'days/list/days-table',
      'days/month/(?:vat-return|schema|screen/month-(?:names|query|texts)|list/waits-text)',
      'days/(?:books|voucher)/schema',
      'ui/display/date-words',
      'ui/charts/(?:chart-scale|compared)',
    ),
  },
  {
    name: 'sets',
    priority: 16,
    test: paths('changes/(?:use-)?change-sets', 'change-set-(?:refused|items)', 'live/progress'),
  },
  // Before all others: no chunk of an English session has any Finnish. What the first page says is together.
  {
    name: 'fi',
    priority: 72,
    test: finnishOf(
      paths(
        '/resources/[^/]+/fi\\.ts',
        '/app/(?:i18n|shell|session|sign-in|find|grid/(?!sheet|selection/bulk))',
        'nav-count',
        'commands',
      ),
    ),
  },
  { name: 'fi-days', priority: 71, test: finnishOf(paths('/src/days/', '/src/overview/')) },
  { name: 'fi-forms', priority: 70, test: isFinnish },
  {
    name: 'files',
    priority: 15,
    test: paths('/import-fields', 'files/list-files', 'files/out/use-export', 'understanding/common-fields'),
  },
  // What forms and the pages of days both show; those need no form.
  {
    name: 'tables',
    priority: 11,
    test: paths('ui/tables/sheet', 'ui/charts/(?:bars-chart|parts-bar|ean)', 'ui/display/facts'),
  },
  {
    name: 'form',
    priority: 10,
    test: paths(
      '/src/app/form/(?!history/|fields/raw-record)',
      'ui/fields/(?!dates/calendar|code-cells)',
      'ui/layout/(?:form|record-header)',
      'ui/tables/cell',
      'components/Combobox',
      'data/usage',
    ),
  },
];

// No test asserts a time; a busy machine is only to be told from one that hangs. Projects take nothing from the root.
const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

const router = path.join(import.meta.dirname, 'node_modules/react-router/dist/production');

/** React Router's own package names only the build that has warnings for developers. */
const withoutWarnings = [
  { find: /^react-router$/, replacement: path.join(router, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: path.join(router, 'dom-export.mjs') },
];

/** Tests that put other modules in the place of the service's own, or need those that no other test has touched. */
const alone = ['src/testing/api/**/*-by-policies.test.ts', 'src/testing/password-cost.test.ts'];

/**
 * Lets the page ask for the code of the sign-in page beside its own script: whoever needs no sign-in has it in the
 * cache from the last one.
 */
const withSignIn: Plugin = {
  name: 'with-sign-in',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => /assets\/(?:sign-in-routes|fields)-[^/]*\.(?:js|css)$/.test(name))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: name.endsWith('.js')
            ? { rel: 'modulepreload', crossorigin: true, href: `/${name}` }
            : { rel: 'stylesheet', crossorigin: true, href: `/${name}` },
        })),
  },
};

export default defineConfig(({ command, mode, isSsrBuild }) => ({
  plugins: [
    react(),
    ...(isSsrBuild
      ? []
      : [
          withoutJsonSchemas(),
          withoutDescriptions(),
          withoutServerRendering(),
          withoutNesting(),
          withoutColours(),
          splitLanguages(),
          lateSchemas(),
          withSignIn,
          withNotices(),
          precompress(),
        ]),
  ],
  resolve:
    command === 'build' && mode === 'production' && !isSsrBuild
      ? { ...resolve, alias: withoutWarnings }
      : resolve,
  build: {
    outDir: 'dist/app',
    target: 'es2023',
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    // For who reads an error of the browser's; the service sends none of them (server/http/site/static.ts).
    sourcemap: isSsrBuild ? false : 'hidden',
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            // One chunk for what every form loads: the entry names all chunks that it may load later.
            groups,
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
          setupFiles: ['src/testing/app/page.ts'],
          // The application is loaded once a worker, too.
          isolate: false,
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          // Node would load a second React Router for nuqs, in the other module format, and its contexts with it.
          server: { deps: { inline: ['nuqs', 'react-router'] } },
        },
      },
    ],
  },
}));
