import { expect, test } from './support/fixtures';
import { addressOf } from './support/addresses';
import { expectRead, unreachable } from './support/reach';

/** The rows of lists: on a phone a row is one target, wherever it is hit. */
const rows = '[role="row"] a';

/** What is done daily, and what it leads to; `:id` is a record that there is. */
const pages: readonly (readonly [path: string, resource: string | null])[] = [
  ['/', null],
  ['/products', 'plu'],
  ['/products/new', 'plu'],
  ['/products/:id', 'plu'],
  ['/business-days/:id', 'businessday'],
  ['/business-days/vouchers', null],
  ['/months/2026-10', null],
  ['/prices', null],
  ['/sales', null],
  ['/changes', 'changeset'],
  ['/changes/:id', 'changeset'],
  ['/settings', null],
  ['/accounts', 'account'],
  ['/webhooks/:id', 'webhook'],
  ['/webhooks/new', null],
];

for (const { name, width, height, except } of [
  { name: 'a tablet', width: 1024, height: 768, except: undefined },
  { name: 'the narrowest phone', width: 320, height: 568, except: rows },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test('what is touched on the pages of every day is 44 px high, and no page scrolls sideways', async ({
      signIn,
      wire,
    }) => {
      test.setTimeout(240_000);
      const api = await wire('Administrator');
      const page = await signIn('/', 'Administrator');
      const found: string[] = [];
      for (const [path, resource] of pages) {
        await page.goto(await addressOf(path, resource, api));
        await expect(page.locator('h1')).toBeVisible();
        await expectRead(page);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (isWide) found.push(`${path}: the page itself scrolls sideways`);
        // A table that is wider scrolls by itself, and its first column says whose row it is.
        const low = (await unreachable(page, except)).filter((each) => !each.endsWith('is beyond the side'));
        found.push(...low.map((each) => `${path}: ${each}`));
      }
      expect(found).toEqual([]);
    });
  });
