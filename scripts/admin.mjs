import './node-version.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

// `.env` and the data directory are the repository's, whatever the current directory is.
process.chdir(root);
try {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
  const { admin } = await import(pathToFileURL(path.join(root, 'dist/server/server.js')).href);
  await admin(process.argv.slice(2));
} catch (error) {
  const isDebug = /^(debug|trace)$/.test(process.env['LOG_LEVEL'] ?? '');
  console.error(error instanceof Error && !isDebug ? error.message : error);
  process.exitCode = 1;
}
