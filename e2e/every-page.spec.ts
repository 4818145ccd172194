import type { Locator, Page } from '@playwright/test';
import { pagePaths } from '@/contract/page-paths';
import { addresses, addressOf, otherPaths } from './support/addresses';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { expectRead } from './support/reach';
import { squeezed } from './support/squeezed';

const widths = [
  [1440, 900],
  [390, 844],
] as const;

/** Returns what axe finds on the page that is shown, at each width, in light and dark. */
async function faultsOf(page: Page, address: string): Promise<string[]> {
  const all: string[] = [];
  for (const [width, height] of widths) {
    // What moves in from the side when there is less room is there at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await expectRead(page);
    all.push(...(await violations(page)).map((each) => `${address} at ${width}: ${each}`));
  }
  return all;
}

/** Expects one head with the company on paper, and no control. */
async function expectPaper(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const heads = page.locator('.print-head:visible');
  await expect(heads, path).toHaveCount(1);
  await expect(heads).toContainText('Rantakulma');
  const controls = page.locator(
    'main form[data-record] :is(input:not([type="checkbox"], [type="radio"]), button)',
  );
  await expect(controls.filter({ visible: true }), path).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
}

/** What pages show last, where it is not their heading; the list and the form of a resource show records and fields. */
const shownAt: Readonly<Record<string, (page: Page) => Locator>> = {
  '/security': (page) => page.getByRole('table', { name: /Security log/ }),
  '/sessions': (page) => page.getByRole('table', { name: 'Sessions' }),
  '/api-keys/:id': (page) => page.getByRole('term').first(),
  '/webhooks': (page) => page.getByRole('main').getByRole('link', { name: 'Webshop' }).first(),
  '/webhooks/:id': (page) => page.getByText(/^(No secret yet|Fine|Retrying)/).first(),
  '/company': (page) => page.getByRole('region', { name: 'Fields of Products' }),
  '/company/new': (page) => page.getByRole('textbox', { name: 'Name', exact: true }),
};

/** Returns what is on the page at `path`, one of `paths`, once it has loaded. */
function shownOn(page: Page, path: string, [list = '', ...others]: readonly string[]): Locator {
  const shown = shownAt[path];
  if (shown) return shown(page);
  if (others.includes(`${list}/:id`) && others.includes(`${list}/new`)) {
    if (path === list) return page.getByRole('grid').getByRole('link').first();
    // A parent's record has it as text.
    if (path.startsWith(`${list}/`) && /\/(?:new|:id)$/.test(path))
      return page.getByLabel('Name', { exact: true }).first();
  }
  return page.locator('main :is(h1, h2)').first();
}

test('every page of the application is walked', () => {
  expect([...addresses.keys()].toSorted()).toEqual(
    pagePaths.filter((name) => !otherPaths.includes(name)).toSorted(),
  );
});

// One walk for all of it: loading a page takes as long as looking at it.
for (const [name, { resource, paths }] of addresses)
  test(`/${name}: every page can be read at every width, is one head with the company and no control on paper, and axe finds nothing`, async ({
    signIn,
    wire,
  }) => {
    const api = await wire('Administrator');
    // All before the first page: where there is no record yet, the list has the one that is made.
    const found: [path: string, address: string][] = [];
    for (const path of paths) found.push([path, await addressOf(path, resource, api)]);
    const page = await signIn(found[0]?.[1], 'Administrator');
    const all: string[] = [];
    for (const [at, [path, address]] of found.entries()) {
      if (at > 0) await page.goto(address);
      await expect(shownOn(page, path, paths)).toBeVisible();
      await expectRead(page);
      all.push(...(await squeezed(page)).map((each) => `${path} ${each}`));
      await expectPaper(page, path);
      all.push(...(await faultsOf(page, path)));
    }
    expect(all).toEqual([]);
  });

for (const person of ['Administrator', 'Manager', 'Accountant'] as const)
  test(`axe finds nothing on the overview of the ${person.toLowerCase()}, wide and on a phone, in light and dark`, async ({
    signIn,
  }) => {
    const page = await signIn('/', person);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await faultsOf(page, '/')).toEqual([]);
  });

test('axe finds nothing on the pages of who is not signed in, and where there is no page', async ({
  page,
  signIn,
}) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await faultsOf(page, 'sign-in')).toEqual([]);
  await page.goto('/invitation#nothing');
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await faultsOf(page, 'invitation')).toEqual([]);
  await signIn('/nowhere', 'Administrator');
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
  expect(await faultsOf(page, 'nowhere')).toEqual([]);
});
