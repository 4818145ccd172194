import { expect, test } from './support/fixtures';

test('a page that is left before all of it is there leaves no uncaught error', async ({ signIn }) => {
  const page = await signIn('/', 'Administrator', 'en');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  // What a browser does that leaves a page: nothing that is under way arrives, and the page's own code still runs.
  let isLeaving = false;
  await page.route('**', (route) => (isLeaving ? route.abort() : route.continue()));
  for (const path of ['/', '/products', '/prices', '/business-days', '/sales', '/audit', '/company/backups'])
    for (const kind of ['script', 'fetch']) {
      isLeaving = false;
      const first = page.waitForResponse((response) => response.request().resourceType() === kind);
      await page.goto(path, { waitUntil: 'commit' });
      await first;
      if (kind === 'script') await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      isLeaving = true;
      // What follows the first page begins after a second (`liveDelay`).
      await page.waitForTimeout(1500);
    }
  expect(errors).toEqual([]);
});

test('a page whose code is on its way has its navigation and a placeholder from the first frame', async ({
  signIn,
}) => {
  const page = await signIn('/', 'Manager', 'en');
  let arrive = () => {};
  const arrived = new Promise<void>((done) => (arrive = done));
  await page.route(/\/assets\/history-page-[^/]*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/sales');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { name: 'Sales', level: 1 })).toBeVisible();
});

test('a page whose code could not be loaded goes on by itself when the connection is back', async ({
  context,
  signIn,
}) => {
  const page = await signIn('/settings', 'Administrator', 'en');
  await expect(page.getByRole('link', { name: /^Taxes/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: /^Taxes/ }).click();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('grid', { name: 'Taxes' })).toBeVisible();
});

test('what stands beside the pages takes none of them away when its code could not be loaded', async ({
  signIn,
}) => {
  const page = await signIn('/', 'Manager', 'en');
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/own-language-'));
  await page.route(/\/assets\/own-language-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/settings');
  await refused;
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('a sign-in page whose code could not be loaded says so', async ({ page }) => {
  await page.route(/\/assets\/sign-in-routes-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});
