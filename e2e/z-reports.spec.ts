import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readPdf } from '@/testing/outgoing/pdf-text';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

const bytesOf = async (download: Download) => readFile(await download.path());

/** Saves a file with a click. */
async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

test('an accountant saves the Z report of a day on both papers, and those of its month from the day and from the list', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  const { id } = await shop.day('2034-03-19', { close: true });
  await shop.day('2034-03-20', { close: true });
  const place = shop.name.replace(' ', '-');
  const page = await signIn(`/business-days/${id}`, 'Accountant');
  const choose = (entry: string) =>
    saved(page, async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    });
  for (const [entry, name] of [
    ['A4', `Z-report-${place}-2034-03-19.pdf`],
    ['80 mm, receipt printer', `Z-report-${place}-2034-03-19-80mm.pdf`],
    [`${shop.name}, all of 2034-03`, `Z-report-${place}-2034-03.pdf`],
  ] as const) {
    const first = await choose(entry);
    const second = await choose(entry);
    expect(first.name).toBe(name);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    const { pages } = await readPdf(first.bytes);
    expect(pages[0]).toContain('76.30');
    expect(pages.join(' ')).toContain(shop.name);
  }

  await page.goto(`/business-days?location_id=${shop.location_id}&date_until=2034-03-31`);
  await page.getByRole('button', { name: 'Z reports' }).click();
  const dialog = page.getByRole('dialog', { name: 'Z reports of a month' });
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue(shop.name);
  await expect(dialog.getByRole('combobox', { name: 'Month' })).toHaveValue('March 2034');
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  const month = await saved(page, () => dialog.getByRole('button', { name: 'Save the PDF' }).click());
  await expect(dialog).toBeHidden();
  const { pages } = await readPdf(month.bytes);
  expect(pages).toHaveLength(5);
  expect(pages[0]).toContain('152.60');
});
