import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

/** Creates a product whose base price was each of these in turn; its name has a word that no other has. */
async function product(api: Sender, prices: readonly string[]): Promise<Entity & { name: string }> {
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const name = `Lowest ${Math.random().toString(36).slice(2, 9)}`;
  const json = { name, dpt_id: dpt?.id, tax_id: tax?.id, base_price: prices[0] };
  const made = (await api('POST', '/api/secure/plu', { json })).entity;
  for (const base_price of prices.slice(1))
    await api('PUT', `/api/secure/plu/${made.id}`, { json: { base_price } });
  return { ...made, name };
}

test('the form says at the price what it is a reduction from, and to who changed it why it is none', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [reduced, none, risen] = [
    await product(api, ['4.10', '3.60']),
    await product(api, ['80.00', '100.00', '95.00']),
    await product(api, ['3.00', '3.20']),
  ];
  const page = await signIn(`/products/${reduced.id}`);
  const line = page.getByText('Lowest in the 30 days before: 4.10 € (−12.2 %)');
  await expect(line).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // It is of the stored price, not of one that is being typed.
  await page.getByRole('textbox', { name: 'Base price' }).fill('3.50');
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(line).toBeVisible();

  await page.goto(`/products/${none.id}`);
  const base = page.getByRole('textbox', { name: 'Base price' });
  const why = page.getByText(/^No reduction: it cost 80\.00\s€ on /);
  await expect(base).toHaveValue('95.00');
  await expect(why).toHaveCount(0);
  await base.fill('90.00');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(why).toBeVisible();
  await page.goto(`/products/${risen.id}`);
  await expect(page.getByRole('textbox', { name: 'Base price' })).toHaveValue('3.20');
  await expect(page.getByText(/30 days before|No reduction/)).toHaveCount(0);
});

test('the sheet lists what is reduced with its events, on request what is no reduction, and prints', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [reduced, none] = [
    await product(api, ['4.10', '3.60']),
    await product(api, ['80.00', '100.00', '90.00']),
  ];
  const page = await signIn('/prices');
  await page.getByRole('link', { name: 'Lowest price of 30 days' }).click();
  await expect(page.getByRole('heading', { name: 'Lowest price of 30 days' })).toBeVisible();
  const row = page.getByRole('row', { name: reduced.name });
  await expect(row).toContainText('3.60');
  await expect(row).toContainText('4.10');
  await expect(row).toContainText('−12.2');
  await expect(page.getByRole('row', { name: none.name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Also no reductions' }).click();
  await expect(page.getByRole('row', { name: none.name })).toContainText('No reduction: it cost 80.00 €');
  expect(await violations(page)).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-head:visible')).toHaveCount(1);
  await expect(page.locator('.print-head:visible')).toContainText('Rantakulma Helsinki');
  await expect(page.getByRole('columnheader', { name: 'Lowest set' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  // An event is a way to the trail.
  await row.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/audit\?event=/);
  await expect(page.getByText(reduced.name).first()).toBeVisible();
});

test('the sheet is of a price list, a location and a day', async ({ signIn, wire }) => {
  const api = await wire();
  const [place] = (await api('GET', '/api/secure/location?active=true&pageSize=1')).entities;
  const list = (
    await api('POST', '/api/secure/pricelist', {
      json: {
        name: `Campaign ${Math.random().toString(36).slice(2, 9)}`,
        currency: 'EUR',
        type: 'campaign',
        data: {
          valid_from: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
          location_ids: [place?.id],
        },
      },
    })
  ).entity;
  const { id, name } = await product(api, ['5.00']);
  await api('PUT', `/api/secure/plu/${id}`, {
    json: { data: { prices: { [list.id]: { type: 'price', amount: '4.50' } } } },
  });
  const day = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  const page = await signIn(`/prices/lowest?pricelist=${list.id}&location_id=${place?.id}&at=${day}`);
  await expect(page.getByRole('row', { name })).toContainText('−10.0');
  await page.goto(`/prices/lowest?pricelist=${list.id}&location_id=${place?.id}`);
  await expect(page.getByText('As of')).toBeVisible();
  await expect(page.getByRole('row', { name })).toHaveCount(0);
});
