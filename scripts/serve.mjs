// Starts the built service without installing or building anything first, for tests, benchmarks and containers; or, with
// arguments, one of its commands: `admin key create …`, `backup FILE`, `restore FILE`, `verify`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const built = await import(pathToFileURL(path.join(import.meta.dirname, '../dist/server/server.js')).href);
const [command, ...args] = process.argv.slice(2);
try {
  if (command === undefined) await built.main();
  else if (command === 'admin') await built.admin(args);
  else process.exitCode = (await built.backupCommand(command, args)) ? 0 : 1;
} catch (error) {
  const isDebug = /^(debug|trace)$/.test(process.env['LOG_LEVEL'] ?? '');
  console.error(error instanceof Error && !isDebug ? error.message : error);
  process.exit(1);
}
