import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { press } from './support/by-keyboard';
import { expect, test, type Person } from './support/fixtures';
import { unreachable } from './support/reach';

/** What each person does daily. */
const daily: Readonly<Record<Person, readonly string[]>> = {
  Administrator: [
    'Overview',
    'Questions',
    'Products',
    'Prices',
    'Changes',
    'Business days',
    'Months',
    'Settings',
  ],
  Manager: ['Overview', 'Questions', 'Products', 'Prices', 'Changes', 'Business days', 'Months', 'Settings'],
  Accountant: ['Overview', 'Questions', 'Business days', 'Months', 'Receipts', 'Sales', 'Settings'],
};

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Returns the parts of the navigation that scroll. */
const scrolling = (page: Page) =>
  main(page).evaluate((nav) =>
    [nav, ...nav.querySelectorAll('*')]
      .filter((one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto')
      .map((one) => one.textContent),
  );

for (const person of ['Administrator', 'Manager', 'Accountant'] as const) {
  test(`the ${person.toLowerCase()} sees in the navigation what is done daily, without scrolling`, async ({
    signIn,
  }) => {
    const page = await signIn('/', person);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width < 1100) await page.getByRole('button', { name: 'Menu' }).click();
      for (const name of daily[person])
        await expect(main(page).getByRole('link', { name }).first()).toBeInViewport({ ratio: 1 });
      expect(await scrolling(page)).toEqual([]);
      expect(await main(page).getByRole('link').count()).toBeLessThanOrEqual(18);
    }
  });
}

test('settings and administration are found by typing, with arrows and Enter, and by the search of everything', async ({
  signIn,
}) => {
  const page = await signIn('/settings', 'Administrator');
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(page.getByText('10 pages')).toBeVisible();
  await expect(links).toHaveCount(10);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('rounding');
  await expect(links).toHaveText(['Tenders']);
  await expect(page.getByText('1 of 10 pages')).toBeVisible();
  await expect(page).toHaveURL('/settings?q=rounding');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tenders');
  await expect(main(page).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(links).toHaveText(['Tenders']);

  await press(page, main(page).getByRole('link', { name: 'Administration' }));
  await expect(page.getByRole('heading', { name: 'Administration', level: 1 })).toBeVisible();
  await expect(links).toHaveText([
    'Users',
    'Roles',
    'API keys',
    'Single sign-on',
    'Webhooks',
    'Audit trail',
    'Security log',
    'Company',
  ]);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/roles');

  // Each by its name, and by what it is for.
  for (const [typed, name, path] of [
    ['administ', 'Administration', '/administration'],
    ['rounding', 'Tenders', '/tenders'],
    ['months', 'Months', '/months'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    const going = page.getByRole('dialog', { name: 'Search' }).getByRole('group', { name: 'Go to' });
    await going.getByRole('option', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('a list is pinned to the navigation by keyboard, stays there after a reload for this person alone, and is taken out again', async ({
  signIn,
}) => {
  const page = await signIn('/settings', 'Manager');
  const pin = page.getByRole('button', { name: 'Pin to the navigation: Suppliers' });
  const pinned = main(page).getByRole('link', { name: 'Suppliers' });
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await expect(pinned).toHaveCount(0);
  await press(page, pin);
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expect(pinned).toBeVisible();
  await page.reload();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await pinned.click();
  await expect(page).toHaveURL('/suppliers');
  await expect(pinned).toHaveAttribute('aria-current', 'page');
  await expect(main(page).getByRole('link', { name: 'Settings' })).not.toHaveAttribute('aria-current');

  await signIn('/settings', 'Administrator');
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await expect(pinned).toHaveCount(0);

  await signIn('/settings', 'Manager');
  await expect(pinned).toBeVisible();
  await press(page, pin);
  await expect(pinned).toHaveCount(0);
  await page.reload();
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await expect(pinned).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  const tabs = (page: Page) => page.getByRole('navigation', { name: 'Daily' });
  const own = {
    Manager: ['Overview', 'Products', 'Days', /^Questions/],
    Accountant: ['Overview', 'Days', 'Months', /^Questions/],
  };

  for (const person of ['Manager', 'Accountant'] as const) {
    test(`the ${person.toLowerCase()} has four places and the rest at the thumb, which cover nothing`, async ({
      signIn,
    }) => {
      const page = await signIn('/', person);
      for (const [width, height] of [
        [390, 844],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(tabs(page).getByRole('link')).toHaveText(own[person]);
        for (const path of ['/', '/products', '/business-days', '/settings']) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const more = tabs(page).getByRole('button', { name: 'More' });
          await expect(more).toBeVisible();
          // How high the links of a page are is told by tests of their own.
          expect(await unreachable(page, 'main *'), `${path} at ${width}`).toEqual([]);
          const content = await page.getByRole('main').boundingBox();
          const bar = await tabs(page).boundingBox();
          expect((content?.y ?? 0) + (content?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
          expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(height);
          const cut = await tabs(page).evaluate(
            (nav) =>
              [...nav.querySelectorAll(':scope > * > span:first-of-type')].filter(
                (one) => one.scrollWidth > one.clientWidth + 1,
              ).length,
          );
          expect(cut).toBe(0);
        }
      }
      await tabs(page).getByRole('button', { name: 'More' }).tap();
      const sheet = page.getByRole('dialog', { name: 'Menu' });
      await sheet.getByRole('link', { name: 'Settings' }).tap();
      await expect(page).toHaveURL('/settings');
      await expect(sheet).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
    });
  }

  test('the words of the tabs have room in Finnish on the narrowest phone', async ({ signIn }) => {
    const page = await signIn('/products', 'Manager', 'fi');
    await page.setViewportSize({ width: 320, height: 640 });
    const words = page
      .getByRole('navigation', { name: 'Päivittäiset' })
      .locator(':scope > * > span:first-of-type');
    await expect(words).toHaveText(['Yleiskuva', 'Tuotteet', 'Päivät', 'Kysymykset', 'Lisää']);
    const cut = await words.evaluateAll(
      (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
    );
    expect(cut).toBe(0);
  });

  test('a bar that saves, a selection and the keyboard take the place of the tabs, and paper has none', async ({
    signIn,
  }) => {
    const page = await signIn('/customers', 'Manager');
    await page.locator('[data-index]').first().tap();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toBeVisible();
    await expect(tabs(page)).toBeVisible();
    const before = await name.inputValue();
    await name.focus();
    await expect(tabs(page)).toBeHidden();
    await name.fill('Not saved');
    await expect(tabs(page)).toBeHidden();
    await name.blur();
    await expect(page.getByRole('button', { name: /^Save/ }).last()).toBeInViewport({ ratio: 1 });
    await expect(tabs(page)).toBeHidden();
    await name.fill(before);
    await name.blur();
    await expect(tabs(page)).toBeVisible();

    await page.goto('/products');
    await page.getByRole('searchbox').focus();
    await expect(tabs(page)).toBeHidden();
    await page.getByRole('searchbox').blur();
    await expect(tabs(page)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(tabs(page)).toBeHidden();
  });
});

test('the licences of what Tillhouse is made with are linked below the settings', async ({ signIn }) => {
  const page = await signIn('/settings', 'Manager');
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Licences of what Tillhouse is made with' }).click(),
  ]);
  await expect(opened.locator('body')).toContainText(/react \d+\.\d+\.\d+ \(MIT\)/);
});
