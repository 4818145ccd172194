import type { Locator, Page } from '@playwright/test';
import { expect, test, type Person } from './support/fixtures';

/** A dialog or sheet of the product: where it is, and what opens it. */
interface Opening {
  readonly name: string;
  readonly path: string;
  readonly person?: Person;
  readonly width?: number;
  /** Brings the page to where the opener is. */
  readonly first?: (page: Page) => Promise<void>;
  readonly opener: (page: Page) => Locator;
  /** Chosen in the menu that the opener opens. */
  readonly item?: string | RegExp;
  /** What closes it, if Escape does not. */
  readonly closer?: string;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const openFirst = (role: 'grid' | 'table') => async (page: Page) => {
  const link = page.getByRole(role).getByRole('link').first();
  await link.click();
};
const type = async (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true }).fill('typed');
const person = (page: Page) => page.getByRole('button', { name: /Helmi/ });

const openings: readonly Opening[] = [
  { name: 'own password', path: '/products', opener: person, item: 'Change password' },
  { name: 'search', path: '/products', opener: button(/^Search/) },
  { name: 'navigation', path: '/products', width: 768, opener: button('Menu') },
  { name: 'all versions', path: '/products', first: openFirst('grid'), opener: button('All versions') },
  { name: 'details', path: '/products', width: 768, first: openFirst('grid'), opener: button('Details') },
  {
    name: 'leaving what was typed',
    path: '/customers/new',
    first: type,
    opener: (page) => page.getByRole('link', { name: 'Customers' }).first(),
  },
  { name: 'rename a key', path: '/api-keys', first: openFirst('grid'), opener: button('Rename') },
  { name: 'rotate a key', path: '/api-keys', first: openFirst('grid'), opener: button('Rotate') },
  {
    name: 'networks of a key',
    path: '/api-keys',
    first: openFirst('grid'),
    opener: button('Change the networks'),
  },
  { name: 'revoke a key', path: '/api-keys', first: openFirst('grid'), opener: button('Revoke') },
  {
    name: 'pair a till',
    path: '/registers',
    first: openFirst('grid'),
    opener: button('Pair a till'),
    closer: 'Close',
  },
  {
    name: 'one-time link',
    path: '/users?q=Aino',
    first: openFirst('grid'),
    opener: button(/^Make a/),
    closer: 'Done',
  },
  {
    name: 'count and close',
    path: '/business-days?status=open',
    first: openFirst('grid'),
    opener: button('Count and close'),
  },
  {
    name: 'reopen',
    path: '/business-days?status=closed',
    first: openFirst('grid'),
    opener: button('Reopen'),
  },
  {
    name: 'mark as exported',
    path: '/business-days?status=closed',
    first: openFirst('grid'),
    opener: button('Mark exported'),
  },
  {
    name: 'an event beside the trail',
    path: '/audit?entity=plu',
    opener: (page) => page.getByRole('table').getByRole('link').first(),
  },
  {
    name: 'an event over the trail',
    path: '/audit?entity=plu',
    width: 768,
    opener: (page) => page.getByRole('table').getByRole('link').first(),
  },
];

for (const { name, path, width, first, opener, item, closer, person: who = 'Administrator' } of openings)
  test(`${name}: opened by keyboard and closed, the focus is where it was`, async ({ signIn }) => {
    const page = await signIn(path, who);
    if (width) await page.setViewportSize({ width, height: 900 });
    await first?.(page);
    const from = opener(page);
    await from.focus();
    await expect(from).toBeFocused();
    await page.keyboard.press('Enter');
    if (item !== undefined) {
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
    }
    const shown = page.locator('[role="dialog"], dialog[open], aside[aria-label="Event"]').first();
    await expect(shown).toBeVisible();
    if (closer === undefined) await page.keyboard.press('Escape');
    else await shown.getByRole('button', { name: closer }).click();
    await expect(shown).toBeHidden();
    await expect(from).toBeFocused();
  });
