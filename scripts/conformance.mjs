import './node-version.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

const args = process.argv.slice(2);
const log = console.log;
// With --json only the result goes to standard output; the output of earlier steps goes to standard error.
if (args.includes('--json')) process.stdout.write = process.stderr.write.bind(process.stderr);
process.chdir(root);
try {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
delete (/** @type {Partial<typeof process.stdout>} */ (process.stdout).write);
const { main } = await import(pathToFileURL(path.join(root, 'dist/conformance/main.js')).href);
process.exitCode = await main(args, log);
