import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { startMailServer, type MailServer } from '@/testing/outgoing/mail-server';
import { violations } from './support/axe';
import { copyTemplate } from './support/demo-template';
import { beginSession, expect, test as base } from './support/fixtures';
import { start } from './support/start';

const publicUrl = 'https://tills.example.org';

/** A service that sends mail, on a database of its own, and the server that takes it. */
const test = base.extend<object, { post: MailServer }>({
  post: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ post }, use) => {
      const database = await copyTemplate();
      const service = await start({
        ...database.env,
        TILLHOUSE_DEMO: 'true',
        LOG_LEVEL: 'warn',
        TILLHOUSE_SMTP_URL: post.url,
        TILLHOUSE_MAIL_FROM: 'Tills <tills@example.org>',
        TILLHOUSE_PUBLIC_URL: publicUrl,
      });
      await use(service);
      await service.stop();
      await database.remove();
    },
    { scope: 'worker', timeout: 420_000 },
  ],
});

/** Waits for the newest mail to an address, and returns the path of the one link in it. */
async function linkIn(post: MailServer, email: string, count: number): Promise<string> {
  const mails = () => post.mails.filter(({ to }) => to.includes(email));
  await expect.poll(() => mails().length).toBe(count);
  const text = mails().at(-1)?.text ?? '';
  expect(text).toContain(`${publicUrl}/invitation#`);
  return /\/invitation#[\w-]{43}/.exec(text)?.[0] ?? '';
}

/** Opens a link as its person does, chooses a password, and is signed in. */
async function choosePassword(context: BrowserContext, link: string, password: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel(/^(New password|Password)$/).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return page;
}

test('an invitation goes by mail and to nobody else, and a forgotten password is chosen anew by mail', async ({
  page,
  browser,
  service,
  post,
}) => {
  const email = `minna.${randomUUID().slice(0, 8)}@example.org`;
  await beginSession(page.context(), 'Administrator');
  await page.goto('/users/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Minna Mailed');
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Accountant' }).click();
  await page.getByRole('button', { name: /^Invite/ }).click();
  await expect(page.getByText(`A one-time link is on its way to ${email}.`)).toBeVisible();
  await expect(page.getByLabel('One-time link')).toHaveCount(0);
  const invitation = await linkIn(post, email, 1);

  const theirs = await browser.newContext({ baseURL: service.address });
  const first = await choosePassword(theirs, invitation, 'harbour petrol copper');
  await theirs.clearCookies();

  await first.goto('/');
  await first.getByRole('button', { name: 'Forgot your password?' }).click();
  const field = first.getByLabel('E-mail');
  await expect(field).toBeFocused();
  expect(await violations(first, 'main')).toEqual([]);
  await field.fill(email);
  await first.keyboard.press('Enter');
  await expect(first.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  const forgotten = await linkIn(post, email, 2);
  expect(forgotten).not.toBe(invitation);
  await choosePassword(theirs, forgotten, 'granite lantern tide');

  // It works once, and the administrator sees the invitation in the list of all mail, not what the person asked for.
  const again = await theirs.newPage();
  await theirs.clearCookies();
  await again.goto(forgotten);
  await expect(again.getByText('This link no longer works')).toBeVisible();
  await theirs.close();
  await page.goto('/company/mails');
  const table = page.getByRole('table', { name: 'Mail' });
  await expect(table.getByRole('row', { name: new RegExp(`${email}.*Minna Mailed.*Sent`) })).toHaveCount(1);
  await expect(table.getByText(email)).toHaveCount(1);
  expect(await violations(page, 'main')).toEqual([]);
});

test('an address that nobody has is answered the same, and gets no mail', async ({ page, post }) => {
  const before = post.mails.length;
  await page.goto('/');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  expect(post.mails.length).toBe(before);
});

test('one’s own e-mail is changed by a link to the new one, and the old one is told', async ({
  page,
  browser,
  service,
  post,
}) => {
  const [email, next] = ['old', 'new'].map((name) => `${name}.${randomUUID().slice(0, 8)}@example.org`);
  if (email === undefined || next === undefined) throw new Error('There are two');
  await beginSession(page.context(), 'Administrator');
  await page.goto('/users/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Riitta Renamed');
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Accountant' }).click();
  await page.getByRole('button', { name: /^Invite/ }).click();
  const password = 'harbour petrol copper';
  const theirs = await browser.newContext({ baseURL: service.address });
  const own = await choosePassword(theirs, await linkIn(post, email, 1), password);
  await own.goto('/sessions');
  await own.getByRole('button', { name: 'Change e-mail' }).click();
  const dialog = own.getByRole('dialog', { name: 'Change e-mail' });
  // Written as it is stored, before it is sent.
  await dialog.getByLabel('New e-mail').fill(next.toUpperCase());
  await dialog.getByLabel('Your password').fill(password);
  await expect(dialog.getByLabel('New e-mail')).toHaveValue(next);
  expect(await violations(own, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(own.getByText('Check your mail')).toBeVisible();
  const link = await linkIn(post, next, 1);
  await own.goto('/');
  await own.goto(link);
  await expect(own.getByRole('heading', { name: 'Your new e-mail' })).toBeVisible();
  await own.getByLabel('Password', { exact: true }).fill(password);
  await own.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(own.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect.poll(() => post.mails.filter(({ to }) => to.includes(email)).length).toBe(2);
  expect(post.mails.at(-1)?.text).toContain('no longer sign in');
  await theirs.close();
});

test('who is outside of the company confirms once that its reports may come', async ({
  page,
  browser,
  service,
  post,
}) => {
  const email = `books.${randomUUID().slice(0, 8)}@example.org`;
  await beginSession(page.context(), 'Administrator');
  const made = await page.request.post('/api/secure/reportmail', {
    headers: { 'Sec-Fetch-Site': 'same-origin', Origin: service.address },
    data: { name: 'To the books', frequency: 'daily', data: { recipients: [email] } },
  });
  expect(made.status()).toBe(201);
  const mails = () => post.mails.filter(({ to }) => to.includes(email));
  await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(1);
  const link = /\/invitation#r\.[\w-]{43}/.exec(mails()[0]?.text ?? '')?.[0] ?? '';
  const theirs = await browser.newContext({ baseURL: service.address });
  const outside = await theirs.newPage();
  await outside.goto(link);
  await expect(outside.getByText(email)).toBeVisible();
  expect(await violations(outside, 'main')).toEqual([]);
  await outside.getByRole('button', { name: 'They may come' }).click();
  await expect(outside.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
  await theirs.close();
});
