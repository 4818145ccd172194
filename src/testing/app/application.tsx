import { act, render } from '@testing-library/react';
import { createBrowserRouter } from 'react-router';
import '@/testing/app/ui';
import { Application } from '@/core/app/shell/application';
import { createI18n, type Language } from '@/core/app/i18n/i18n';
import { createRouteData } from '@/core/app/shell/route-data';
import { routesOf } from '@/core/app/shell/routes';
import { createSession } from '@/core/app/session/session';
import type { Role } from '@/core/contract/role';
import { createKey } from '@/core/server/ops/companies';
import { screens } from '@/resources/screens';
import { applicationOverHttp } from '../over-http';
import { startTestService, type TestService } from '../service';

type Router = ReturnType<typeof createBrowserRouter>;

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
  open(address: string, as?: { role?: Role; language?: Language }): Promise<Router>;
  /** Keeps requests back that fit, before the service hears of them. */
  hold(fits: (request: { method: string; url: string }) => boolean): Held;
  close(): Promise<void>;
}

// A viewport of ten rows: jsdom lays nothing out.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 32 + 360, configurable: true });

/** Starts it on a database of its own. Close it when done. */
export async function startApplication(): Promise<TestApplication> {
  const service = await startTestService();
  const gates = new Set<(request: Request) => Promise<void>>();
  const http = await applicationOverHttp(service, async (request) => {
    await Promise.all([...gates].map(async (gate) => gate(request)));
  });
  const keys = new Map<Role, string>();
  return {
    service,
    async open(address, { role = 'manager', language = 'en' } = {}) {
      const { db, companies } = service;
      const key = keys.get(role) ?? (await createKey(db, companies.helsinki, `A ${role}`, role));
      keys.set(role, key);
      const session = createSession();
      history.replaceState(null, '', address);
      const i18n = await createI18n(screens, language);
      const routeData = createRouteData();
      const router = createBrowserRouter(routesOf(screens, i18n, routeData));
      render(
        <Application session={session} i18n={i18n} screens={screens} router={router} routeData={routeData} />,
      );
      await act(() => session.signIn({ baseUrl: http.url, key }));
      return router;
    },
    hold(fits) {
      let count = 0;
      let release = () => {};
      const released = new Promise<void>((done) => {
        release = done;
      });
      const wait = async (asked: Request) => {
        if (!fits(asked)) return;
        count += 1;
        await released;
      };
      gates.add(wait);
      return {
        count: () => count,
        release() {
          gates.delete(wait);
          release();
        },
      };
    },
    async close() {
      await http.hangUp();
      await service.close();
    },
  };
}
