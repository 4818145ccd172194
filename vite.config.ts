import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Where a page may evaluate text, zod compiles its parsers, and it finds out by trying: our pages may not
 * (core/server/static.ts), and the browser would report each of them. Told beside zod itself, before any schema.
 */
const noEvaluation = 'globalThis.__zod_globalConfig ??= { jitless: true };';

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
          banner: ({ moduleIds }) =>
            moduleIds.some((id) => id.includes('/zod/v4/core/core.')) ? noEvaluation : '',
        },
      },
    }),
  },
  // `dist/server/server.js` runs with the packages in node_modules: only our own code is bundled.
  ssr: { target: 'node', noExternal: [] },
}));
