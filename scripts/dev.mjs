import './node-version.mjs';
import { createServer } from 'node:http';
import { ensureInstalled } from './install.mjs';
import { endWithParent, root } from './steps.mjs';

process.chdir(root);
endWithParent();
await ensureInstalled();
// Packages can be imported only after the installation.
const { getRequestListener } = await import('@hono/node-server');
const { createServer: createVite } = await import('vite');

/** Paths that the service answers; all others belong to the application and Vite. */
const servicePath = /^\/(api|livez|readyz)(\/|\?|$)/;

const http = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } }, appType: 'spa' });
const { readConfig, readEnvironment } = await vite.ssrLoadModule('/src/server/ops/config.ts');
const config = readConfig(readEnvironment());
const database = config.databaseUrl || config.upstream ? undefined : await startDatabase();

/** Starts the database beside the service, so that it keeps running while the service is reloaded. */
async function startDatabase() {
  const { startEmbedded } = await vite.ssrLoadModule('/src/server/ops/embedded/start.ts');
  const started = await startEmbedded({ dataDir: config.dataDir, log: console });
  config.databaseUrl = started.url;
  return started;
}

/**
 * @typedef {{ fetch(request: Request, env?: unknown): Response | Promise<Response>, close(): Promise<void> }} Service
 * @type {{ module?: unknown, service?: Service }}
 */
let current = {};
/** @type {Promise<Service>} */
let latest = Promise.reject(new Error('not yet'));
latest.catch(() => undefined);

/**
 * Reloads the service from the source files, one reload after the other; the old service is closed when the new one
 * is ready.
 */
function load() {
  const before = latest.catch(() => undefined);
  latest = before.then(async () => {
    const module = await vite.ssrLoadModule('/src/server.ts');
    if (current.service && current.module === module) return current.service;
    const old = current.service;
    const service = await module['createService'](config);
    current = { module, service };
    if (old) console.info('The service is reloaded.');
    await old?.close();
    return service;
  });
  return latest;
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof Error) vite.ssrFixStacktrace(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const listener = getRequestListener(async (request, env) => (await load()).fetch(request, env), {
  overrideGlobalObjects: false,
  errorHandler: (error) => {
    const text = explain(error);
    console.error(text);
    return new Response(text, { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  },
});

http.on('request', (request, response) => {
  if (servicePath.test(request.url ?? '/')) void listener(request, response);
  else vite.middlewares(request, response);
});
// Reloads at once and not with the next request, so that errors show immediately.
vite.watcher.on('change', () => {
  load().catch((error) => console.error(explain(error)));
});

/** @type {Promise<void> | undefined} */
let closing;
async function close() {
  http.closeAllConnections();
  http.close();
  await latest.catch(() => undefined);
  await current.service?.close();
  await database?.stop();
  await vite.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (closing ??= close()));

await load().catch((error) => console.error(explain(error)));
http.listen(config.port, config.host, async () => {
  const address = http.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  console.info(`Tillhouse, in development: http://${config.host}:${port}`);
  await database?.announce(`http://${config.host}:${port}`);
});
