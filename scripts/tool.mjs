import './node-version.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root, tool } from './steps.mjs';

// Runs a command of a package, or a script of ours, with all packages in place: a clone that only ran `npm start` lacks those for
// developing. `node scripts/tool.mjs [--built] vitest/vitest.mjs …`; `--built`: with a build of these sources, too.
const words = process.argv.slice(2);
const needsBuild = words[0] === '--built';
const [name = '', ...args] = needsBuild ? words.slice(1) : words;

process.chdir(root);
await ensureInstalled();
if (needsBuild) await ensureBuilt();
const script = path.join(root, name);
if (existsSync(script)) {
  process.argv.splice(1, Infinity, script, ...args);
  await import(pathToFileURL(script).href);
} else {
  const { status } = await tool(name, args, { show: true });
  process.exitCode = status;
}
