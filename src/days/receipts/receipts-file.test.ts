import { expect, it } from 'vitest';
import { plainCsv } from '@/app/files/out/guarded-csv';
import { receiptOf } from './receipt';
import { receiptTexts } from './receipt-texts';
import { writeReceipts } from './receipts-file';

const texts: Readonly<Record<string, string>> = receiptTexts.en;

const receipt = (change: object) =>
  receiptOf({
    id: '1',
    active: true,
    receipt_num: '000412',
    type: 'sale',
    completed_at: '2026-03-29T00:30:00.000Z',
    location_id: 'shop',
    pos_id: 'till',
    cashier: { name: 'Maija' },
    currency: 'EUR',
    total: '12.40',
    total_net: '10.88',
    total_tax: '1.52',
    rounding: '0.00',
    data: { tenders: [{ name: 'Card' }, { name: 'Cash' }, { name: 'Card' }] },
    ...change,
  });

it('the file of receipts has a row for each, with its number as text, its exact amounts, and the time of its shop', async () => {
  async function* pages() {
    yield [receipt({})];
    await Promise.resolve();
    yield [
      receipt({
        receipt_num: '=1+1',
        active: false,
        total: '0.300000000004',
        removed: { reason: 'Rung up twice' },
      }),
    ];
  }
  const { file, count } = await writeReceipts('csv', pages(), {
    name: 'Receipts',
    form: plainCsv,
    say: (key) => texts[key] ?? key,
    nameOf: (id) => ({ shop: 'Kallio', till: 'Till 1' })[id] ?? id,
    timeZoneOf: () => 'Europe/Helsinki',
  });
  expect(count).toBe(2);
  const [head, one, two] = (await file.text()).trim().split(/\r?\n/);
  expect(head).toContain(
    'Receipt,Time,Location,Register,Type,Cashier,Tenders,Net,Tax,Total,Rounding,Currency,Why removed',
  );
  expect(one).toContain('2026-03-29 02:30:00');
  expect(one).toMatch(/000412.*Kallio,Till 1,Sale,Maija,"Card, Cash",10\.88,1\.52,12\.40,0\.00,EUR,$/);
  expect(two).toMatch(/0\.300000000004,0\.00,EUR,Rung up twice$/);
  // What a spreadsheet would run is guarded as in every file.
  expect(two?.startsWith('=')).toBe(false);
});
