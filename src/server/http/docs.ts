import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Hono } from 'hono';
import type { AppEnv } from './http-env';
import { secureHeaders } from './site/static';

/** The files of Swagger UI that the page loads, and their content types. */
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tillhouse: the data service</title>
    <link rel="icon" href="/mark.svg">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

// A separate file: the content security policy forbids inline scripts.
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  persistAuthorization: false,
  tagsSorter: 'alpha',
});
`;

/**
 * `/api/docs`: shows the OpenAPI document and lets one try it, with nothing from another host
 * (docs/design.md#others).
 */
export function docsRoutes(): Hono<AppEnv> {
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  const routes = new Hono<AppEnv>();
  routes.use('/api/docs', secureHeaders);
  routes.use('/api/docs/*', secureHeaders);
  routes.get('/api/docs', (c) => c.html(page));
  routes.get('/api/docs/start.js', (c) =>
    c.body(start, 200, { 'Content-Type': files['swagger-ui-bundle.js'], 'Cache-Control': 'no-cache' }),
  );
  for (const [name, type] of Object.entries(files)) {
    routes.get(`/api/docs/${name}`, async (c) => {
      const content = await readFile(path.join(folder, name), 'utf8');
      return c.body(content, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' });
    });
  }
  return routes;
}
