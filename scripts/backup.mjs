// `npm run backup`, `npm run restore`, `npm run verify`.
import './node-version.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

const [command = '', ...args] = process.argv.slice(2);
// A file is relative to the directory of the command; `.env` and the data directory are the repository's.
const from = process.env['INIT_CWD'] ?? process.cwd();
const words = args.map((word) => (word.startsWith('--') ? word : path.resolve(from, word)));
process.chdir(root);
try {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
  const { backupCommand } = await import(pathToFileURL(path.join(root, 'dist/server/server.js')).href);
  process.exitCode = (await backupCommand(command, words)) ? 0 : 1;
} catch (error) {
  const isDebug = /^(debug|trace)$/.test(process.env['LOG_LEVEL'] ?? '');
  console.error(error instanceof Error && !isDebug ? error.message : error);
  process.exitCode = 1;
}
