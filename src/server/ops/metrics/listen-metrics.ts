import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics';

/** Serves `GET /metrics` on an address of its own, which the service's clients need not reach. */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    void metrics.text().then(
      ({ body, type }) =>
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
    server.listen(port, host);
  });
  return server;
}
