import { readFile } from 'node:fs/promises';
import { readSie } from '@/testing/books/sie-reader';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

test('an accountant gets the SIE file of a month, and is told the second time that it was exported', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  await shop.day('2034-03-01', { close: true });
  await shop.day('2034-03-02', { close: true });
  const address = `/business-days/vouchers?from=2034-03-01&to=2034-03-31&location_id=${shop.location_id}`;
  const page = await signIn(address, 'Accountant');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Files for bookkeeping …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Files for bookkeeping' });
  const sie = dialog.getByRole('listitem', { name: 'SIE 4' });
  // The shop is in Helsinki: what is read in other countries is folded away.
  await expect(dialog.getByRole('listitem', { name: 'Netvisor' })).toBeVisible();
  await expect(sie).toBeHidden();
  await dialog.getByText('Other countries (4)').click();
  await expect(sie).toContainText('Sweden, type 4I');
  await expect(sie).not.toContainText('exported on');
  const datev = dialog.getByRole('listitem', { name: 'DATEV' });
  await expect(datev).toContainText('The consultant’s number of DATEV is missing');
  await expect(datev.getByRole('button', { name: 'Download: DATEV' })).toBeDisabled();
  const saft = dialog.getByRole('listitem', { name: 'SAF-T Cash Register' });
  await expect(saft).toContainText('No standard VAT code for 13.5 %');
  await expect(saft).toContainText('No standard VAT code for 25.5 %');
  const fec = dialog.getByRole('listitem', { name: 'FEC' });
  await expect(fec).toContainText('2 vouchers have no number');
  await expect(fec).toContainText('“Number and export” on this page gives it');
  expect(await violations(page, '[role=dialog]')).toEqual([]);

  const saved = page.waitForEvent('download');
  await sie.getByRole('button', { name: 'Download: SIE 4' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^sie-[A-Za-z0-9-]+-2034-03-01-2034-03-02\.si$/);
  const first = await readFile(await file.path());
  expect(readSie(first).vouchers).toHaveLength(2);
  await expect(sie).toContainText(/The same days were exported on .* as sie-/);

  await page.reload();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Files for bookkeeping …' }).click();
  await expect(sie).toContainText(/The same days were exported on .* as sie-/);
  const again = page.waitForEvent('download');
  await sie.getByRole('button', { name: 'Download again: SIE 4' }).click();
  expect((await readFile(await (await again).path())).equals(first)).toBe(true);
});

test('a missing number leads from a day to where its voucher is numbered', async ({ signIn, wire }) => {
  const shop = await openShopOfDays(await wire());
  const { id } = await shop.day('2034-04-01', { close: true });
  const page = await signIn(`/business-days/${id}`, 'Accountant');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Files for bookkeeping …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Files for bookkeeping' });
  await dialog.getByText(/^Other countries/).click();
  await dialog.getByRole('listitem', { name: 'FEC' }).getByRole('link', { name: 'Number them' }).click();
  await expect(page).toHaveURL(new RegExp(`from=2034-04-01&to=2034-04-01&location_id=${shop.location_id}`));
  await expect(page.getByRole('button', { name: 'Number and export 1 day' })).toBeVisible();
});

test('the history of the company names what was set for bookkeeping as its form does', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Administrator');
  const me = (await api('GET', '/api/secure/me')).json as { company: { id: string } };
  const put = (books: unknown) =>
    api('PUT', `/api/secure/company/${me.company.id}`, { json: { data: { books } } });
  expect((await put({ datev_consultant: '1001', datev_client: '42' })).status).toBe(200);
  try {
    const page = await signIn('/company', 'Administrator');
    await expect(page.getByText('DATEV: client 42').first()).toBeVisible();
    await expect(page.getByText('datev_client')).toHaveCount(0);
  } finally {
    await put(null);
  }
});
