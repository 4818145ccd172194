import { expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openShop } from '@/testing/shop';
import { recompute } from '../checks/recompute';
import { reportSchema } from '../report/report';
import { summarySchema } from '../report/schema/summary';

const on = stage();

const wide = '9'.repeat(26);
const fine = `0.${'0'.repeat(11)}1`;
/** Amounts that the service accepts: JSON numbers as written, or decimal text. */
const amounts = {
  'a float of a till': '0.30000000000000004',
  'forty digits': '1234567890123456789012345678901234567890',
  'the largest exponent': '1e40',
  'the smallest exponent': '-1e-40',
  'a negative zero': '-0',
  'text of 26 digits': `"${wide}"`,
  'text of 12 decimals': `"-${wide}.${'1'.repeat(12)}"`,
  'a smallest text': `"${fine}"`,
  null: 'null',
};

const receiptOf = (amount: string) => `{
  "lines": [{"qty": ${amount}, "unit_price": ${amount}, "discount": ${amount}, "total": ${amount}, "net": ${amount},
    "tax": ${amount}, "tax_rate": ${amount}, "kind": "whatever"}, {"total": ${amount}, "kind": null}, {}],
  "tenders": [{"amount": ${amount}, "tendered": ${amount}, "change": ${amount}, "type": ""}, {"type": null}],
  "taxes": [{"rate": ${amount}, "gross": ${amount}, "net": ${amount}, "tax": ${amount}}, {"rate": -100, "gross": 1}],
  "late_for": null, "ref_id": null}`;
const datas = {
  ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, receiptOf(amount)])),
  'no lists': '{}',
  'lists of null': '{"lines": null, "tenders": null, "taxes": null}',
  'empty lists': '{"lines": [], "tenders": [], "taxes": []}',
  'keys that nobody knows': '{"lines": [{"a": {"b": [1e40]}}], "x": {"__x": null}}',
};
const heads: Json[] = [
  { type: 'sale', total: wide, total_net: `-${wide}.5`, total_tax: fine, rounding: wide },
  { type: 'return', total: `-${wide}` },
  { type: 'refund', total: '0.1', receipt_num: '' },
  { type: '', total: '0', receipt_num: '9'.repeat(100), cashier: {} },
  { type: 'void', total: wide, cashier: null, currency: 'XXX' },
  { type: 'paid_in', total: `-${wide}`, completed_at: '0001-01-01T00:00:00Z', receipt_num: '0'.repeat(100) },
  { type: 'paid_out', total: '1', completed_at: '9999-12-31T23:59:59.999Z', pos_id: null },
  { type: 'training', total: '1', cashier: { id: '', name: '' }, active: false },
];
const dates = ['0001-01-01', '2026-03-29', '9999-12-31'];

it.each(Object.entries(datas))(
  'receipts and z reports with %s are accepted, and the report, the lists and the summary have them',
  async (_, data) => {
    const shop = await openShop(on.send, on.samples);
    for (const date of dates) {
      const amount = Object.values(amounts).find((one) => data.includes(`"qty": ${one},`)) ?? '1';
      const z = `{"pos_id": "${shop.pos_id}", "opening_float": ${amount}, "counted": ${amount}, "paid_in": ${amount},
        "paid_out": ${amount}, "first_receipt_num": "", "last_receipt_num": "x", "z_number": 2147483647}`;
      const opened = await on.send('POST', '/api/secure/businessday', {
        headers: { 'Content-Type': 'application/json' },
        body: `{"location_id": "${shop.location_id}", "date": "${date}", "data": {"z_reports": [${z}, ${z}, {}]}}`,
      });
      expect([date, opened.status, opened.status < 300 ? '' : opened.text]).toEqual([date, 201, '']);
      const day = opened.entity.id;
      const bodies = heads.map((head, at) => {
        const { data: __, id: ___, ...rest } = shop.receipt(day, { receipt_num: String(at), ...head });
        return `${JSON.stringify(rest).slice(0, -1)},"data":${data}}`;
      });
      const posted = await on.send('POST', '/api/secure/sales', {
        headers: { 'Content-Type': 'application/json' },
        body: `[${bodies.join(',')}]`,
      });
      expect([date, posted.status, posted.status < 300 ? '' : posted.text]).toEqual([date, 200, '']);
      const answer = await on.send('GET', `/api/secure/report/businessdaytx/${day}`);
      expect([date, answer.status]).toEqual([date, 200]);
      const report = reportSchema.parse(answer.json);
      expect(() => recompute(report)).not.toThrow();
      const query = `from=${date}&to=${date}&location_id=${shop.location_id}`;
      const summary = await on.send('GET', `/api/secure/report/summary?${query}`);
      expect([date, summary.status, summary.status < 300 ? '' : summary.text]).toEqual([date, 200, '']);
      summarySchema.parse(summary.json);
      const paths = [
        `businessday/${day}`,
        `businessday?location_id=${shop.location_id}`,
        `sales?businessday_id=${day}`,
      ];
      for (const path of paths) {
        expect([path, (await on.send('GET', `/api/secure/${path}`)).status]).toEqual([path, 200]);
      }
    }
  },
  60_000,
);
