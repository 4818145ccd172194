import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import '@/testing/app/ui';
import { Application } from '@/app/shell/application';
import { createI18n } from '@/app/i18n/i18n';
import { createRouteData } from '@/app/shell/route-data';
import { routesOf } from '@/app/shell/routes';
import { createSession } from '@/app/session/session';
import { contracts } from '@/resources/contracts';
import { screens } from '@/resources/screens';
import type { BareBehaviour } from '../../../e2e/generic-server/behaviour';
import { startBareServer, type BareServer } from '../../../e2e/generic-server/server';

// Every screen on a generic server with records of unexpected shapes: each shows something, and the record's name.

let server: BareServer;
beforeAll(async () => {
  server = await startBareServer({ products: 2, also: ['dpt', 'tax', 'pricelist', 'supplier'] });
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  server.behave({});
});

/** All field names that a contract knows, at the top level and within `data`. */
const all = Object.values(contracts);
const top = [...new Set(all.flatMap(({ fields }) => Object.keys(fields)))];
const inside = [...new Set(all.flatMap(({ data }) => Object.keys(data.shape)))];
const every = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map((name) => [name, value]));

const odd = (value: unknown): Partial<BareBehaviour> => ({
  shown: ({ id }) => ({ ...every(top, value), id, active: true, data: every(inside, value) }),
});
const shapes: Readonly<Record<string, Partial<BareBehaviour>>> = {
  'objects everywhere': odd({ a: [1, { b: null }], fi: 'Kahvi' }),
  'numbers everywhere': odd(7.5),
  'lists everywhere': odd(['x', 2, null, { deep: [true] }]),
  'texts everywhere': odd('thé <b>bold</b>'),
  'nothing anywhere': odd(null),
  'ids that are no GUIDs': { shown: (entity) => ({ ...entity, id: `A/B C?${entity.id}%` }) },
  'an id, and nothing else': { shown: ({ id }) => ({ id }) },
};

const lists = [
  'plu',
  'customer',
  'discount',
  'tender',
  'location',
  'dpt',
  'tax',
  'pricelist',
  'supplier',
] as const;

/** Lists whose fields differ most: prices and codes, a rate and its products. They get every shape, the others two in turn. */
const ofEveryKind: readonly string[] = ['plu', 'tax'];
const listsOf = (shape: number) =>
  lists.filter((list, at) => ofEveryKind.includes(list) || (shape + at) % Object.keys(shapes).length < 2);

async function open(path: string) {
  const session = createSession();
  await session.signIn({ baseUrl: server.url, key: server.key });
  const i18n = await createI18n(screens, 'en');
  const routeData = createRouteData();
  const router = createMemoryRouter(routesOf(screens, i18n, routeData), { initialEntries: [path] });
  render(
    <Application session={session} i18n={i18n} screens={screens} router={router} routeData={routeData} />,
  );
}

for (const [shape, [says, does]] of Object.entries(shapes).entries())
  test(`${says}: each list is shown, and leads to each record`, async () => {
    server.behave({
      ...does,
      // The server generates ids of its own.
      intercept: ({ method, path }) => {
        const [, list = '', id = ''] = /^\/api\/secure\/(\w+)\/(.+)$/.exec(path) ?? [];
        const found = server.records(list).find((one) => decodeURIComponent(id).includes(one.id));
        if (method !== 'GET' || !found || !does.shown) return null;
        return { status: 200, text: JSON.stringify(does.shown(found)) };
      },
    });
    for (const list of listsOf(shape)) {
      const { path } = screens[list];
      await open(path);
      const grid = await screen.findByRole('grid');
      const link = await waitFor(() => {
        const found = grid.querySelector('a');
        expect(found?.textContent ?? '').not.toBe('');
        return found;
      });
      const address = link?.getAttribute('href') ?? '';
      cleanup();
      await open(address);
      const main = await screen.findByRole('main');
      await waitFor(() => expect(main.textContent).toMatch(/Save|so it is shown as it came/));
      expect(within(main).getAllByRole('heading', { level: 1 })[0]?.textContent).not.toBe('');
      expect(document.body.textContent).not.toMatch(
        /This page stopped|nothing at this address|no such record/,
      );
      cleanup();
    }
  });
