import './node-version.mjs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './steps.mjs';

// `.env` and the data directory are those of the repository, wherever the command was given.
process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.env['NODE_ENV'] ??= 'production';
// In this process, so that signals reach the service itself.
const { main } = await import(pathToFileURL(path.join(root, 'dist/server/server.js')).href);
await main();
