import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { expect } from './fixtures';

/**
 * Creates products for one test in Bakery, at 13.5 % of tax, found by a common part of their names: "Sheetx 01", "Sheetx 02" …
 * `fields` are those of each, and override what it would have.
 */
export async function newProducts(
  api: Sender,
  beginning: string,
  count: number,
  fields: Record<string, unknown> = {},
): Promise<{ word: string; products: Entity[] }> {
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const word = `${beginning}${Math.random().toString(36).slice(2, 9)}`;
  const json = Array.from({ length: count }, (_, at) => ({
    name: `${word} ${String(at + 1).padStart(2, '0')}`,
    dpt_id: dpt?.id,
    tax_id: tax?.id,
    base_price: '3.20',
    data: { cost_price: 1.1 },
    ...fields,
  }));
  return { word, products: (await api('POST', '/api/secure/plu', { json })).entities };
}

/** Signs in as a manager with a key of its own: a draft is shown to whoever collected it, in every list of the resource. */
export async function signInAlone(
  context: BrowserContext,
  page: Page,
  admin: Sender,
  path: string,
): Promise<void> {
  const name = `Alone ${Math.random().toString(36).slice(2, 7)}`;
  const made = await admin('POST', '/api/secure/apikey', { json: { name, role: 'manager' } });
  const answer = await context.request.post('/api/session', {
    data: { key: made.entity['key'] },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(path);
}

/** Creates products for one test of the prices: base price 4.00, cost 1.10, tax 13.5 %. */
export const pricedProducts = (api: Sender, count: number, fields: Record<string, unknown> = {}) =>
  newProducts(api, 'Price', count, { base_price: '4.00', ...fields });

/** Opens the prices with a key of its own, and waits for its rows and the formula. */
export async function openPrices(
  context: BrowserContext,
  page: Page,
  admin: Sender,
  path: string,
): Promise<void> {
  await signInAlone(context, page, admin, path);
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect(formula(page)).toBeVisible();
}

export const gridOf = (page: Page) => page.getByRole('grid', { name: /^(?:Prices|Hinnat)$/ });
export const formula = (page: Page) =>
  page.getByRole('textbox', { name: /^(?:Formula for prices|Hintojen kaava)$/ });
export const bar = (page: Page) => page.getByRole('region', { name: /^(?:Formula|Kaava)$/ });
export const foot = (page: Page) => page.getByRole('region', { name: 'Collected changes' });
export const ofSet = (page: Page) => page.getByRole('region', { name: 'What to do with this set' });

/** Returns a cell by the head of its column; margin and change are those next to the prices that a formula is for. */
export async function cellOf(page: Page, row: number, head: string): Promise<Locator> {
  const heads = await page.getByRole('columnheader').allInnerTexts();
  return page.locator(`[data-index="${row}"] [data-column="${heads.lastIndexOf(head)}"]`);
}

/** Marks cells of a column downwards by keys, and goes on to the formula. */
export async function mark(page: Page, head: string, rows: number): Promise<void> {
  await (await cellOf(page, 0, head)).click();
  await expect(page.locator('[data-fill-handle]')).toBeVisible();
  for (let row = 1; row < rows; row += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('=');
  await expect(formula(page)).toBeFocused();
}

export const basesOf = async (api: Sender, products: readonly Entity[]) =>
  Promise.all(
    products.map(async ({ id }) => (await api('GET', `/api/secure/plu/${id}`)).entity['base_price']),
  );

export const listId = async (api: Sender, name: string): Promise<string> => {
  const [list] = (await api('GET', `/api/secure/pricelist?q=${encodeURIComponent(name)}`)).entities;
  if (!list) throw new Error(`There is no price list ${name}`);
  return list.id;
};

/** Returns the amounts of products on a list, without a price null. */
export async function amountsOn(api: Sender, list: string, products: readonly Entity[]): Promise<unknown[]> {
  return Promise.all(
    products.map(async ({ id }) => {
      const { data } = (await api('GET', `/api/secure/plu/${id}`)).entity as Entity & {
        data: { prices?: Record<string, { amount?: unknown }> };
      };
      return data.prices?.[list]?.amount ?? null;
    }),
  );
}
