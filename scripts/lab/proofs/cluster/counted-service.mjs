import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { root } from '../../../steps.mjs';

// The built service as a process that says, when it is asked, what the standbys have answered. Message: a configuration.
process.once('message', async (/** @type {Record<string, unknown>} */ given) => {
  const { createService } = await import(pathToFileURL(path.join(root, 'dist/server/server.js')).href);
  const config = {
    port: 0,
    host: '127.0.0.1',
    demo: false,
    rateLimit: 0,
    trustedProxies: [],
    logLevel: 'warn',
  };
  try {
    const { servicePort = 0, ...rest } = given;
    const service = await createService({ ...config, ...rest });
    serve({ fetch: service.fetch, port: Number(servicePort), hostname: '127.0.0.1' }, ({ port }) =>
      process.send?.({ address: `http://127.0.0.1:${port}` }),
    );
    process.on('message', () => process.send?.({ counts: service.standbyCounts() }));
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? error.message : String(error) });
  }
});
