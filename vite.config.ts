import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  build: {
    outDir: 'dist/app',
    target: 'es2023',
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
  },
  // `dist/server/server.js` runs with the packages in node_modules: only our own code is bundled.
  ssr: { target: 'node', noExternal: [] },
}));
