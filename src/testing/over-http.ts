import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createClient, type Client } from '@/app/data/client';
import { createApp } from '@/server/http/app';
import { createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { systemRoutes } from '@/server/http/system';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { startTestService, type TestService } from './service';

/** A service behind a real HTTP server, for tests of clients. */
export interface OverHttp {
  /** The address it listens on, `http://127.0.0.1:…`; constant. */
  readonly url: string;
  /** Stops answering and drops pending requests without a response. */
  hangUp(): Promise<void>;
  /** Listens again on the same address. Does nothing while it listens. */
  listen(): Promise<void>;
}

/** Handles a request; `env` holds its connection. */
type RequestHandler = Parameters<typeof getRequestListener>[0];

/** Starts an HTTP server for a service on a free port. Call `hangUp` when done. */
export async function overHttp(fetch: RequestHandler): Promise<OverHttp> {
  const http = createServer(getRequestListener(fetch));
  const listen = (port: number) => new Promise<void>((done) => http.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hangUp: () =>
      new Promise((done) => {
        http.close(() => done());
        http.closeAllConnections();
      }),
    listen: async () => {
      if (!http.listening) await listen(port);
    },
  };
}

/**
 * Serves the application's start-up requests as well: capabilities and health. The live stream is left out. `before`
 * may hold a request back before the service receives it.
 */
export async function applicationOverHttp(
  { db }: TestService,
  before: (request: Request) => Promise<void> = async () => {},
): Promise<OverHttp> {
  const app = createApp({
    db,
    tables,
    customResources: routes,
    log: pino({ level: 'silent' }),
    cursorSecret: await readSecret(db),
    extraRoutes,
    extend: (all) => all.route('/', systemRoutes({ db, resources: Object.keys(tables), openapi: {} })),
  });
  return overHttp(async (request) => {
    await before(request);
    return app.fetch(request);
  });
}

/** Returns a service for the tests of one file, and the application's own client with a manager's key. */
export function clientStage(): { readonly client: Client } {
  let client: Client | undefined;
  let close = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const service = await startTestService();
    const http = await overHttp((request) => service.fetch(request));
    const key = await createKey(service.db, service.companies.helsinki, 'a manager', 'manager');
    client = createClient({ baseUrl: http.url, key });
    close = async () => {
      await http.hangUp();
      await service.close();
    };
  });
  afterAll(() => close());
  return {
    get client() {
      if (!client) throw new Error('The service stands when the first test runs');
      return client;
    },
  };
}
