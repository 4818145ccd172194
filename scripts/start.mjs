import './node-version.mjs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithParent, root } from './steps.mjs';

// `.env` and the data directory are the repository's, whatever the current directory is.
process.chdir(root);
endWithParent();
try {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
} catch (error) {
  fail(error);
}
process.env['NODE_ENV'] ??= 'production';
// In this process, so that signals reach the service.
const { main } = await import(pathToFileURL(path.join(root, 'dist/server/server.js')).href);
await main().catch(fail);

/**
 * Prints why a start failed; the stack only for debugging.
 *
 * @param {unknown} error
 * @returns {never}
 */
function fail(error) {
  const isDebug = /^(debug|trace)$/.test(process.env['LOG_LEVEL'] ?? '');
  console.error(error instanceof Error && !isDebug ? error.message : error);
  process.exit(1);
}
