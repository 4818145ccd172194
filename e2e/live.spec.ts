import type { Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { expect, test } from './support/fixtures';

/** Creates a customer for one test, with a unique word to find it by. */
async function newCustomer(api: Sender): Promise<Entity & { readonly word: string }> {
  const word = `live${Math.random().toString(36).slice(2, 10)}`;
  const answer = await api('POST', '/api/secure/customer', { json: { name: `${word} first` } });
  return { ...answer.entity, word };
}

/** Resolves once the stream is open, after which changes are received. */
const streamOpened = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/api/secure/live') && response.status() === 200,
  );

test('what somebody else changes shows in an open list, which stays where it is', async ({
  signIn,
  page,
  wire,
}) => {
  const [mine, theirs] = [await wire('Manager'), await wire('Administrator')];
  const { word, id } = await newCustomer(mine);
  const opens = streamOpened(page);
  await signIn(`/customers?q=${word}`);
  await opens;
  const grid = page.getByRole('grid', { name: 'Customers' });
  const row = (name: string) => grid.getByRole('row').filter({ hasText: name });
  await expect(row(`${word} first`)).toBeVisible();
  await row(`${word} first`).getByRole('checkbox').check();
  await grid.focus();

  await theirs('PUT', `/api/secure/customer/${id}`, { json: { name: `${word} second` } });
  await expect(row(`${word} second`)).toBeVisible();
  await theirs('POST', '/api/secure/customer', { json: { name: `${word} another` } });
  await expect(row(`${word} another`)).toBeVisible();

  await expect(row(`${word} second`).getByRole('checkbox')).toBeChecked();
  await expect(row(`${word} another`).getByRole('checkbox')).not.toBeChecked();
  await expect(grid).toBeFocused();
  expect(new URL(page.url()).searchParams.get('q')).toBe(word);
});

test('what somebody else changes is said in an open form, moves nothing that is typed, and is put together', async ({
  signIn,
  page,
  wire,
}) => {
  const [mine, theirs] = [await wire('Manager'), await wire('Administrator')];
  const { id, word } = await newCustomer(mine);
  const opens = streamOpened(page);
  await signIn(`/customers/${id}`);
  await opens;
  const phone = page.getByRole('textbox', { name: 'Phone', exact: true });
  await phone.click();
  await page.keyboard.type('+358 40');

  await theirs('PUT', `/api/secure/customer/${id}`, { json: { name: `${word} theirs` } });
  const news = page.getByRole('status').filter({ hasText: 'changed Name while you had this record open.' });
  await expect(news).toBeVisible();
  await expect(phone).toBeFocused();
  await page.keyboard.type(' 1234');
  await expect(phone).toHaveValue('+358 40 1234');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${word} first`);

  await news.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('nothing overlaps');
  await dialog.getByRole('button', { name: /Save version 3/ }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await mine('GET', `/api/secure/customer/${id}`)).entity)
    .toMatchObject({ version: 3, name: `${word} theirs`, data: { phone: '+358 40 1234' } });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${word} theirs`);

  // Our own save is not notified; theirs is, and without typed changes it is simply loaded.
  await theirs('PUT', `/api/secure/customer/${id}`, { json: { name: `${word} again` } });
  await expect(news).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${word} theirs`);
  await news.getByRole('button', { name: 'Load it' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${word} again`);
  await expect(news).toBeHidden();
});
