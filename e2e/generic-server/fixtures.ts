import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { stringify } from 'lossless-json';
import type { BareBehaviour } from './behaviour';
import type { BareEntity } from './records';
import { bareLists } from './records';
import { startBareServer, type BareServer } from './server';
import { startInFront, type RunningService } from '../support/service';

export { expect };

/**
 * The stored records of a list by id. The bare server never mutates one, so an unwritten record is the same object.
 */
type Stored = ReadonlyMap<string, BareEntity>;

interface Fixtures {
  /** The upstream server; it conforms to the interface again when a test ends. */
  bare: BareServer;
  /**
   * Opens an address of the application, signed in with a key of the upstream server; `kept` stores the key for
   * reloads.
   */
  signIn: (path?: string, kept?: 'kept') => Promise<Page>;
  /** Creates a record on the upstream server. */
  make: (list: string, fields: Record<string, unknown>) => Promise<BareEntity>;
}

interface WorkerFixtures {
  behind: BareServer;
  inFront: RunningService;
}

/** The built product in front of a generic server with 20,000 products. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  behind: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const server = await startBareServer({ products: 20_000, customers: 250, also: ['dpt', 'tax'] });
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  inFront: [
    async ({ behind }, use) => {
      const service = await startInFront(behind.url);
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ inFront }, use) => use(inFront.address),
  bare: async ({ behind }, use) => {
    await use(behind);
    behind.behave({});
  },
  signIn: async ({ page, behind }, use) =>
    use(async (path = '/products', kept) => {
      await page.goto(path);
      if (kept) await page.getByRole('checkbox', { name: /^Keep the key in this tab/ }).check();
      await page.getByLabel('API key').fill(behind.key);
      await page.keyboard.press('Enter');
      return page;
    }),
  make: async ({ behind }, use) =>
    use(async (list, fields) => {
      const response = await fetch(`${behind.url}/api/secure/${list}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${behind.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
      });
      const { id } = (await response.json()) as BareEntity;
      const made = behind.records(list).find((record) => record.id === id);
      if (!made) throw new Error(`Nothing was made in ${list}: ${response.status}`);
      return made;
    }),
});

/** Returns everything that is stored on the upstream server, by list. */
export const snapshot = (bare: BareServer): ReadonlyMap<string, Stored> =>
  new Map(bareLists.map((list) => [list, new Map(bare.records(list).map((record) => [record.id, record]))]));

/** Returns the records that differ between two states: `plu/…` with the current record as JSON text, to the digit. */
export function differences(before: ReturnType<typeof snapshot>, bare: BareServer): Map<string, string> {
  const found = new Map<string, string>();
  for (const [list, records] of snapshot(bare)) {
    for (const [id, record] of records) {
      const was = before.get(list)?.get(id);
      if (was === record) continue;
      const [then, now] = [was && stringify(was), stringify(record) ?? ''];
      if (then !== now) found.set(`${list}/${id}`, now);
    }
  }
  return found;
}

/** A gate that a test opens; what waits for it continues then. */
export function gate(): {
  readonly opened: Promise<void>;
  open: () => void;
  readonly reached: Promise<void>;
  reach: () => void;
} {
  let open = (): void => undefined;
  let reach = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { opened, open, reached, reach };
}

/** Applies a behaviour to one list or record; all others conform to the interface. */
export const onPath =
  (
    wanted: { method?: string; path: RegExp },
    answer: NonNullable<Awaited<ReturnType<BareBehaviour['intercept']>>>,
  ) =>
  ({ method, path }: { method: string; path: string }) =>
    (wanted.method === undefined || wanted.method === method) && wanted.path.test(path) ? answer : null;

/** Timeout for reading 20,000 products: 20 responses of a thousand, each parsed in the page. */
export const wholeListTimeout = { timeout: 240_000 };

/** Returns a unique word by which a test finds its own records. */
export const unique = (): string => Math.random().toString(36).slice(2, 10);

/** Returns the list row with this name. */
export const rowNamed = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name });

/** Returns the button that saves a form. */
export const save = (page: Page): Locator => page.getByRole('button', { name: /^Save/ });
