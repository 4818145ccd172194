import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { act, render } from '@testing-library/react';
import pino from 'pino';
import { createBrowserRouter } from 'react-router';
import '@/core/ui/testing';
import { Application } from '@/core/app/application';
import { createI18n, type Language } from '@/core/app/i18n';
import { routesOf } from '@/core/app/routes';
import { createSession } from '@/core/app/session';
import type { Role } from '@/core/contract/role';
import { createApp } from '@/core/server/app';
import { createKey } from '@/core/server/companies';
import { readSecret } from '@/core/server/cursor';
import { systemRoutes } from '@/core/server/system';
import { further, routes } from '@/resources/routes';
import { screens } from '@/resources/screens';
import { tables } from '@/resources/tables';
import { startTestService, type TestService } from './service';

/** Requests that wait until they are let go. */
export interface Held {
  /** How many wait, or have waited. */
  readonly count: () => number;
  /** Lets them go, and those that come. */
  readonly release: () => void;
}

/** The application as in a browser, against the real service behind a real HTTP server; nothing tells it of news. */
export interface TestApplication {
  readonly service: TestService;
  /** Opens an address of it, signed in with a key of the company Helsinki. */
  open(address: string, as?: { role?: Role; language?: Language }): Promise<void>;
  /** Keeps requests back that fit, before the service hears of them. */
  hold(fits: (request: { method: string; url: string }) => boolean): Held;
  close(): Promise<void>;
}

// A viewport of ten rows: jsdom lays nothing out.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 32 + 360, configurable: true });

/** Starts it on a database of its own. Close it when done. */
export async function startApplication(): Promise<TestApplication> {
  const service = await startTestService();
  const { db } = service;
  const app = createApp({
    db,
    tables,
    apart: routes,
    log: pino({ level: 'silent' }),
    cursorSecret: await readSecret(db),
    further,
    extend: (routes) => routes.route('/', systemRoutes({ db, resources: Object.keys(tables), openapi: {} })),
  });
  const listener = getRequestListener((request) => app.fetch(request));
  const gates = new Set<(request: IncomingMessage) => Promise<void> | undefined>();
  const http = createServer((request, response) => {
    const waits = [...gates].flatMap((gate) => gate(request) ?? []);
    void Promise.all(waits).then(() => listener(request, response));
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const keys = new Map<Role, string>();
  return {
    service,
    async open(address, { role = 'manager', language = 'en' } = {}) {
      const key = keys.get(role) ?? (await createKey(db, service.companies.helsinki, `A ${role}`, role));
      keys.set(role, key);
      const session = createSession();
      history.replaceState(null, '', address);
      const i18n = await createI18n(screens, language);
      const router = createBrowserRouter(routesOf(screens, i18n));
      render(<Application session={session} i18n={i18n} screens={screens} router={router} />);
      await act(() => session.signIn({ baseUrl, key }));
    },
    hold(fits) {
      let count = 0;
      let release = () => {};
      const released = new Promise<void>((done) => {
        release = done;
      });
      const gate = (request: IncomingMessage) => {
        if (!fits({ method: request.method ?? '', url: request.url ?? '' })) return undefined;
        count += 1;
        return released;
      };
      gates.add(gate);
      return {
        count: () => count,
        release() {
          gates.delete(gate);
          release();
        },
      };
    },
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
      await service.close();
    },
  };
}
