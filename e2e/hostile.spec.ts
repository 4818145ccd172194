import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

/*
 * docs/threats.md#8: script in any text field, on any screen. Every text holds what a hostile till, import or
 * colleague may write. Each page must show it verbatim without executing it, and without a violation of the content
 * security policy.
 */

/** Texts that record their execution, one per kind: elements, attributes, addresses, templates, formulas. */
const hostile = [
  `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`,
  `"><svg onload="window.ran=1">' onmouseover='window.ran=1`,
  `javascript:window.ran=1//`,
  '{{constructor.constructor("window.ran=1")()}}${window.ran=1}',
];
const formula = `=HYPERLINK("javascript:window.ran=1","x")`;
const name = [...hostile, formula].join(' ').slice(0, 390);

/** Records script executions and violations of the content security policy in a page. */
async function watch(page: Page): Promise<() => Promise<unknown>> {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) violations.push(message.text());
  });
  page.on('dialog', (dialog) => {
    violations.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const breaches: string[] = [];
    Object.assign(window, { breaches });
    document.addEventListener('securitypolicyviolation', (event) => breaches.push(event.violatedDirective));
  });
  return async () => ({
    said: violations,
    ...(await page.evaluate(() => ({
      ran: 'ran' in window,
      breaches: 'breaches' in window ? window.breaches : 'nobody watched',
    }))),
  });
}
const quiet = { said: [], ran: false, breaches: [] };

test('hostile text in every field is text on every screen, in print and in what is exported', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Administrator');
  const make = async (resource: string, json: Record<string, unknown>) => {
    const answer = await api('POST', `/api/secure/${resource}`, { json: { name, ...json } });
    expect([resource, answer.status]).toEqual([resource, 201]);
    return answer.entity.id;
  };
  const data = { note: name, memo: name, [name]: { [name]: name } };
  const grp_id = await make('grp', { data });
  const dpt_id = await make('dpt', { grp_id, data });
  const [tax] = (await api('GET', '/api/secure/tax?pageSize=1')).entities;
  const supplier = await make('supplier', { data: { ...data, contact: name } });
  const pricelist = await make('pricelist', { currency: 'EUR', data });
  const product = await make('plu', {
    dpt_id,
    tax_id: tax?.id,
    receipt_name: name.slice(0, 60),
    memo: name,
    base_price: '4.50',
    data: { ...data, tags: [name], prices: { [pricelist]: { amount: 4.5 } } },
  });
  const customer = await make('customer', {
    data: { ...data, phone: name.slice(0, 100), email: 'a@example.org' },
  });
  const discount = await make('discount', { type: 'percent', value: '10', data });
  const apikey = await make('apikey', { role: 'terminal' });
  await api('PUT', `/api/secure/plu/${product}`, { json: { memo: `${name} again` } });

  const shop = await openShopOfDays(api);
  const written = (receipt: Record<string, unknown>) => {
    const { data: sold } = receipt as { data: { lines: object[]; tenders: object[] } };
    return {
      ...receipt,
      cashier: { id: name.slice(0, 100), name },
      customer_id: customer,
      data: {
        ...sold,
        [name]: name,
        reason: name,
        lines: sold.lines.map((line, n) => ({ ...line, name: n === 0 ? name : formula, dpt_name: name })),
        tenders: sold.tenders.map((tender) => ({ ...tender, name })),
      },
    };
  };
  const day = await shop.day('2034-02-03', { close: true, fault: { rates: written, cash: written } });

  const page = await signIn('/customers', 'Administrator');
  const happened = await watch(page);
  /** Opens an address and expects the hostile text to be shown verbatim, without any effect. */
  const expectShown = async (address: string, ...steps: (() => Promise<unknown>)[]) => {
    await page.goto(address);
    for (const step of steps) await step();
    await expect(page.getByText('<script>window.ran=1</script>').first()).toBeVisible();
    expect([address, await happened()]).toEqual([address, quiet]);
  };
  const q = encodeURIComponent('window.ran');
  for (const list of [
    'products',
    'customers',
    'departments',
    'groups',
    'suppliers',
    'discounts',
    'price-lists',
  ])
    await expectShown(`/${list}?q=${q}`);
  await expectShown('/api-keys');
  await expectShown(`/api-keys/${apikey}`);
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  for (const form of [
    `products/${product}`,
    `customers/${customer}`,
    `suppliers/${supplier}`,
    `discounts/${discount}`,
  ]) {
    await page.goto(`/${form}`);
    await expect(field).toHaveValue(name);
    expect([form, await happened()]).toEqual([form, quiet]);
  }
  await expectShown(`/products/${product}`, () => page.getByRole('button', { name: 'All versions' }).click());
  await expectShown(`/audit?entity_id=${product}`, async () => {
    await page.getByRole('link', { name: /^Changed product/ }).click();
    await page.getByText('As sent').click();
  });

  await expectShown(`/business-days/${day.id}?receipt=${day.receipts.rates.id}`);
  await page.emulateMedia({ media: 'print' });
  expect(await happened()).toEqual(quiet);
  await page.emulateMedia({ media: null });
  const take = async (kind: RegExp) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: kind }).click();
    return readFile(await (await download).path());
  };
  const sheets = await readXlsxFile(await take(/\.xlsx/));
  const cells = sheets.flatMap((sheet) => sheet.data.flat());
  // Copied as text: a formula would have been copied as its result.
  expect(cells).toEqual(expect.arrayContaining([name, formula]));
  expect(await happened()).toEqual(quiet);
});
