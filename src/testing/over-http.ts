import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createClient, type Client } from '@/core/app/data/client';
import { createApp } from '@/core/server/http/app';
import { createKey } from '@/core/server/ops/companies';
import { readSecret } from '@/core/server/read/cursor';
import { systemRoutes } from '@/core/server/http/system';
import { further, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { startTestService, type TestService } from './service';

/** A service behind a real HTTP server, for tests of what asks it from outside. */
export interface OverHttp {
  /** Where it listens: `http://127.0.0.1:…`, the same for life. */
  readonly url: string;
  /** Answers nobody from now on, and leaves those who wait without an answer. */
  hangUp(): Promise<void>;
  /** Listens again where it did. Nothing happens while it listens. */
  listen(): Promise<void>;
}

/** Answers a request; `env` holds the connection that it came by. */
type Answering = Parameters<typeof getRequestListener>[0];

/** Puts a service behind HTTP, on a port that is free. `hangUp` when done. */
export async function overHttp(fetch: Answering): Promise<OverHttp> {
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
 * What the application asks when it starts, too: what the service can do, and whether it is up. Without the live
 * stream. `before` may keep a request back until the service hears of it.
 */
export async function applicationOverHttp(
  { db }: TestService,
  before: (request: Request) => Promise<void> = async () => {},
): Promise<OverHttp> {
  const app = createApp({
    db,
    tables,
    apart: routes,
    log: pino({ level: 'silent' }),
    cursorSecret: await readSecret(db),
    further,
    extend: (all) => all.route('/', systemRoutes({ db, resources: Object.keys(tables), openapi: {} })),
  });
  return overHttp(async (request) => {
    await before(request);
    return app.fetch(request);
  });
}

/** A service for the tests of one file, and the application's own client to it with a manager's key. */
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
