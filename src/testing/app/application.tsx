import { act, render } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { createBrowserRouter } from 'react-router';
import '@/testing/app/ui';
import { Application } from '@/app/shell/application';
import { createI18n, type Language } from '@/app/i18n/i18n';
import { createRouteData } from '@/app/shell/route-data';
import { routesOf } from '@/app/shell/routes';
import { createSession } from '@/app/session/session';
import type { Role } from '@/contract/role';
import { createKey } from '@/server/ops/companies';
import { screens } from '@/resources/screens';
import { applicationOverHttp } from '../over-http';
import { startTestService, type TestService } from '../service';

type Router = ReturnType<typeof createBrowserRouter>;

/** Requests that are held back until they are released. */
export interface HeldRequests {
  /** Returns how many requests are or were held. */
  readonly count: () => number;
  /** Releases them, and lets later ones pass. */
  readonly release: () => void;
}

/** The application in jsdom against the real service behind a real HTTP server, without live changes. */
export interface TestApplication {
  readonly service: TestService;
  /** Opens an address of the application, signed in with a key of the company Helsinki; returns its router. */
  open(address: string, as?: { role?: Role; language?: Language }): Promise<Router>;
  /** Holds matching requests back before the service receives them. */
  hold(matches: (request: { method: string; url: string }) => boolean): HeldRequests;
  close(): Promise<void>;
}

/** Starts the application on a database of its own. Close it when done. */
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
    hold(matches) {
      let count = 0;
      let release = () => {};
      const released = new Promise<void>((done) => {
        release = done;
      });
      const wait = async (asked: Request) => {
        if (!matches(asked)) return;
        count += 1;
        await released;
      };
      gates.add(wait);
      const hold: HeldRequests = {
        count: () => count,
        release() {
          gates.delete(wait);
          release();
        },
      };
      // What a test that failed did not release holds no request of the next one.
      onTestFinished(hold.release);
      return hold;
    },
    async close() {
      await http.hangUp();
      await service.close();
    },
  };
}
