import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { Answer } from '@/testing/answer';
import type { Language } from '@/app/i18n/i18n';
import type { Sender } from '@/testing/service';
import { startService, type RunningService } from './service';

export { expect };

/** The demo's people; each signs in with one click. */
export type Person = 'Administrator' | 'Manager' | 'Accountant';

interface WorkerFixtures {
  service: RunningService;
}

interface Fixtures {
  /** Opens an address of the application in a browser in which one of the demo's people is signed in, in their language. */
  signIn: (path?: string, person?: Person, language?: Language) => Promise<Page>;
  /** Returns a sender of requests with a person's own key, to check the wire beside the screen. */
  wire: (person?: Person) => Promise<Sender>;
}

/** The tests run against the built product in its own process, one for the whole run. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 420_000 },
  ],
  baseURL: async ({ service }, use) => use(service.address),
  signIn: async ({ page }, use) =>
    use(async (path = '/', person = 'Manager', language = 'en') => {
      await beginSession(page.context(), person, language);
      await page.goto(path);
      return page;
    }),
  wire: async ({ service }, use) =>
    use(async (person = 'Manager') => wireOf(service.address, await keyOf(service.address, person))),
});

/** Pages are at the address by which the service knows itself: no browser makes a passkey for an IP address, and a provider sends back there. */
export const testByName = test.extend({
  baseURL: async ({ service }, use) => use(service.address.replace('127.0.0.1', 'localhost')),
});

const roles = { Administrator: 'admin', Manager: 'manager', Accountant: 'accountant' } as const;

/** Sends what a click on one of the demo's people sends (`sign-in.spec.ts` clicks); the browser keeps the cookie. */
export async function beginSession(
  context: BrowserContext,
  person: Person,
  language: Language = 'en',
): Promise<void> {
  await context.clearCookies();
  const answer = await context.request.post('/api/demo/session', {
    data: { role: roles[person] },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
  const { session }: { session: { user: { language?: string | null } | null } } = await answer.json();
  // A test that failed may have left another language behind.
  if ((session.user?.language ?? 'en') !== language) await speak(context, language);
}

/**
 * Puts the signed-in person back to English. The service keeps the language that is chosen, and other tests sign in one
 * of the demo's people, too.
 */
export const speakEnglish = (context: BrowserContext): Promise<void> => speak(context, 'en');

async function speak(context: BrowserContext, language: Language): Promise<void> {
  const answer = await context.request.put('/api/session/language', {
    data: { language },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.status()).toBe(204);
}

async function keyOf(address: string, person: Person): Promise<string> {
  const signIns: { role: string; key: string }[] = await (await fetch(`${address}/api/demo/sign-ins`)).json();
  return signIns.find((signIn) => signIn.role === roles[person])?.key ?? '';
}

const wireOf =
  (address: string, key: string): Sender =>
  async (method, path, { json, body, headers } = {}) => {
    const content = body ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(`${address}${path}`, {
      method,
      body: content,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    });
    return new Answer(response.status, response.headers, await response.text());
  };

/** Expects the form to have nothing left to save. Unlike the toast, that state stays. */
export const expectSaved = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();

/** Holds matching requests of a page, or of all pages of a context, back. Returns the function that releases them and lets later ones pass. */
export async function holdRequests(
  page: Pick<Page, 'route'> | BrowserContext,
  url: RegExp,
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Switches live changes off: whether a page receives one before the test continues would be a race. */
export const disableLiveChanges = (context: BrowserContext) =>
  context.route('**/api/secure/live', (route) => route.abort());
