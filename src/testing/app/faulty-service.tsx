import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import '@/testing/app/ui';
import { Application } from '@/app/shell/application';
import { createI18n } from '@/app/i18n/i18n';
import { createRouteData } from '@/app/shell/route-data';
import { routesOf } from '@/app/shell/routes';
import { createSession, type Session } from '@/app/session/session';
import { createKey } from '@/server/ops/companies';
import { capabilities } from '@/server/http/system';
import { screens } from '@/resources/screens';
import { tables } from '@/resources/tables';
import { overHttp } from '../over-http';
import { sender, startTestService, type Sender, type TestService } from '../service';

/** What happens to a request instead of its response; `lost`: it is processed and its response does not arrive. */
type Fault =
  | 'breaks off'
  | 'lost'
  | { readonly status: number; readonly text: string; readonly type: string };
type Faults = (method: string, path: string) => Fault | null;

/** The application in jsdom, and the real service behind a socket that fails when a test says so. */
export interface FaultyService {
  /** The faults from now on; none after `heal`. */
  fault: Faults;
  /** Ends all faults. */
  readonly heal: () => void;
  /** Sends requests of the same administrator, which never fail. */
  readonly send: Sender;
  /** The same for other callers. */
  readonly as: TestService['as'];
  readonly companies: TestService['companies'];
  /** Opens an address of the application, signed in. */
  readonly open: (path: string) => Promise<Session>;
  /** Signs the same person in again, in place. */
  readonly signIn: (session: Session) => Promise<void>;
  /** Returns the text of all alerts. */
  readonly alerts: () => string;
  readonly close: () => Promise<void>;
}

/** Starts the service and signs in with an administrator's key; opens nothing yet. */
export async function startFaultyService(): Promise<FaultyService> {
  const real = await startTestService();
  const key = await createKey(real.db, real.companies.helsinki, 'an administrator', 'admin');
  const http = await overHttp(async (request, { incoming }) => {
    const { pathname } = new URL(request.url);
    // Concurrent changes must be found by saving: whether a live change arrives earlier would be a race.
    if (pathname === '/api/secure/live') return new Response(null, { status: 404 });
    const fault = faulty.fault(request.method, pathname);
    if (fault === null && pathname === '/api/capabilities')
      return Response.json(capabilities(Object.keys(tables)));
    if (fault === null) return real.fetch(request);
    if (fault === 'lost') await real.fetch(request);
    if (typeof fault === 'string') {
      incoming.socket.destroy();
      return new Response(null);
    }
    return new Response(fault.text, { status: fault.status, headers: { 'Content-Type': fault.type } });
  });
  const connection = { baseUrl: http.url, key };
  const faulty: FaultyService = {
    fault: () => null,
    heal() {
      faulty.fault = () => null;
    },
    send: sender(real.fetch, key),
    as: real.as,
    companies: real.companies,
    async open(path) {
      const session = createSession();
      await session.signIn(connection);
      const i18n = await createI18n(screens, 'en');
      const routeData = createRouteData();
      const router = createMemoryRouter(routesOf(screens, i18n, routeData), { initialEntries: [path] });
      render(
        <Application session={session} i18n={i18n} screens={screens} router={router} routeData={routeData} />,
      );
      return session;
    },
    signIn: (session) => session.signIn(connection),
    alerts: () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent).join(' '),
    async close() {
      cleanup();
      await http.hangUp();
      await real.close();
    },
  };
  return faulty;
}

/** A refusal without a body. */
export const refusal = (status: number): Fault => ({
  status,
  text: JSON.stringify({ status }),
  type: 'application/json',
});

/** Applies the fault to every write; reads succeed. */
export const writes =
  (what: Fault): Faults =>
  (method) =>
    method === 'GET' ? null : what;

/** The faults of a write with the message that a form shows; every message differs from the one before. */
export const failures: readonly (readonly [what: Fault, says: RegExp])[] = [
  ['breaks off', /Not saved: no connection/],
  [refusal(500), /Not saved: the service answered 500/],
  [refusal(429), /Not saved: the service is busy/],
  [{ status: 502, text: '<h1>Bad gateway</h1>', type: 'text/html' }, /Not saved: the service answered 502/],
  [
    { status: 200, text: 'saved!', type: 'text/plain' },
    /stored nothing of it|not certain that this was saved/,
  ],
];
