import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Where a page may evaluate text, zod compiles its parsers, and it finds out by trying: our pages may not
 * (core/server/http/static.ts), and the browser would report each of them. Told beside zod itself, before any schema.
 */
const noEvaluation = 'globalThis.__zod_globalConfig ??= { jitless: true };';

const formModules =
  /react-hook-form|form\/engine\/(?:form-values|record-context|record-errors|use-record-list)\.ts/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
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
            groups: [{ name: 'form', test: formModules }],
          },
          banner: ({ moduleIds }) =>
            moduleIds.some((id) => id.includes('/zod/v4/core/core.')) ? noEvaluation : '',
        },
      },
    }),
  },
  // `dist/server/server.js` runs with the packages in node_modules: only our own code is bundled.
  ssr: { target: 'node', noExternal: [] },
}));
