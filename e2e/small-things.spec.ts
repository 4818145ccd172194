import { expect, test } from './support/fixtures';

test('the tab of a record names the record, its list and the product', async ({ signIn }) => {
  const page = await signIn('/products', 'Manager');
  const link = page.getByRole('grid', { name: 'Products' }).getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveTitle(`${name} · Products · Tillhouse`);
});

test('the key / finds the search box although a switch has the focus', async ({ signIn }) => {
  const page = await signIn('/products', 'Manager');
  const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
  await box.focus();
  await expect(box).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeFocused();
});

test('a filter is chosen with arrow keys and Enter', async ({ signIn }) => {
  const page = await signIn('/products', 'Manager');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Filter by…' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(
    page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Department', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const options = page.getByRole('list', { name: 'Department' }).getByRole('checkbox');
  await expect(options.first()).toBeVisible();
  await page.getByRole('searchbox', { name: /: Department$/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(options.nth(1)).toBeChecked();
  await expect(page).toHaveURL(/dpt_id=/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('searchbox', { name: /: Department$/ })).toBeFocused();
});

test('Enter in the search opens the record that is found, if it is the only one', async ({ signIn }) => {
  const page = await signIn('/products', 'Manager');
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.pressSequentially('Squeaky cheese', { delay: 60 });
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: /^Squeaky cheese/, level: 1 })).toBeVisible();
  await page.goBack();
  await search.fill('cheese');
  await search.press('Enter');
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  await expect(page).toHaveURL(/q=cheese/);
});

test('products are found by a tag that is offered with its number, and by when they were last sold', async ({
  signIn,
  wire,
}) => {
  const send = await wire('Manager');
  const count = async (query: string) =>
    Number((await send('GET', `/api/secure/plu?active=true&pageSize=1&${query}`)).header('x-total-count'));
  const page = await signIn('/products', 'Manager', 'en');
  const filters = page.getByRole('dialog', { name: 'Filter' });
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await filters.getByRole('button', { name, exact: true }).click();
  };
  await open('Tag');
  await filters.getByRole('searchbox', { name: 'Search: Tag' }).fill('cof');
  const coffee = filters
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: /^coffee/ }) });
  await expect(coffee).toContainText(String(await count('tag=coffee')));
  await coffee.getByRole('checkbox').check();
  await expect(page).toHaveURL(/tag=coffee/);
  await page.keyboard.press('Escape');
  await open('Last sold');
  await filters.getByRole('checkbox', { name: /^Over 1 month ago/ }).check();
  // It takes one value: another one takes its place.
  await filters.getByRole('checkbox', { name: /^Never/ }).check();
  await expect(page).toHaveURL(/not_sold=ever/);
  await expect(page.getByText('Last sold').first()).toBeVisible();
  const shown = await count('tag=coffee&not_sold=ever');
  await expect(page.getByRole('grid', { name: 'Products' })).toHaveAttribute(
    'aria-rowcount',
    String(shown + 1),
  );
});

test('before its script is there a page is the frame of the shell, in the theme that was chosen; and until it is known who is there', async ({
  signIn,
}) => {
  const page = await signIn('/products', 'Manager');
  await page.evaluate(() => localStorage.setItem('tillhouse-theme', 'dark'));
  const hold = async (address: string | RegExp) => {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(address, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    return release;
  };
  const releaseScripts = await hold(/\/assets\/.*\.js$/);
  const releaseSession = await hold('**/api/session');
  await page.reload({ waitUntil: 'commit' });
  const before = page.locator('#root > .before');
  await expect(before).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(9, 14, 15)');
  await before.evaluate((one) => one.setAttribute('data-of', 'the file'));
  releaseScripts();
  // That of the script, which has taken the place of the file's.
  await expect(page.locator('#root > .before:not([data-of])')).toBeVisible();
  releaseSession();
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  await expect(before).toHaveCount(0);
});
