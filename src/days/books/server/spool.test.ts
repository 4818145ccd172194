import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readReceipt } from '../../report/receipt';
import { saftPieces } from '../saft/saft';
import type { SaftReceipt, SaftSource } from '../saft/source';
import { spool } from './spool.server';

const day = {
  id: 'd',
  date: '2026-03-01',
  closed: '2026-03-01T23:00:00',
  z_reports: [{ z_number: '1', opening_float: '0.00' }],
};

const receipt = (at: number): SaftReceipt => ({
  receipt: readReceipt({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    type: 'sale',
    receipt_num: String(at),
    total: '4.50',
    total_net: '3.60',
    data: {
      lines: Array.from({ length: 3 }, () => ({
        name: 'Bolle',
        qty: '1',
        total: '1.50',
        net: '1.20',
        tax: '0.30',
        tax_rate: '25',
      })),
      tenders: [{ type: 'cash', amount: '4.50' }],
      taxes: [{ rate: '25', gross: '4.50', net: '3.60', tax: '0.90' }],
    },
  }),
  businessday_id: 'd',
  at: '2026-03-01T10:00:00',
  ref_id: null,
  reason: null,
  signature: null,
  key_version: null,
});

it('a file of 20,000 receipts is written with the receipts of two pages in memory, and kept packed', async () => {
  let alive = 0;
  let most = 0;
  const source: SaftSource = {
    company: { name: 'Bakeriet', business_id: '999999999' },
    currency: 'NOK',
    from: '2026-03-01',
    to: '2026-03-01',
    made: '2026-03-01T23:00:00',
    fiscalYear: '2026',
    rates: new Map([['25', '3']]),
    cashiers: [],
    articles: [],
    groups: [{ id: '0', name: 'Uten varegruppe' }],
    tenders: ['cash'],
    locations: [
      {
        name: 'Oslo',
        street: '',
        city: '',
        postal_code: '',
        country: '',
        registers: [{ id: 'r', name: 'Kasse', days: [day] }],
      },
    ],
    async *receipts() {
      for (let page = 0; page < 20; page += 1) {
        alive += 1000;
        most = Math.max(most, alive);
        yield Array.from({ length: 1000 }, (_, at) => receipt(page * 1000 + at));
        alive -= 1000;
        await Promise.resolve();
      }
    },
  };
  const file = await spool(saftPieces(source));
  expect(most).toBe(1000);
  expect(file.size).toBeGreaterThan(30_000_000);
  expect(file.packed).toBeLessThan(file.size / 10);
  const hash = createHash('sha256');
  let transactions = 0;
  const decoder = new TextDecoder();
  for await (const chunk of file.stream()) {
    hash.update(chunk);
    transactions += decoder.decode(chunk, { stream: true }).split('<transType>').length - 1;
  }
  expect(hash.digest('hex')).toBe(file.sha256);
  // A tag that two chunks share is not found in either of them.
  expect(transactions).toBeGreaterThan(19_000);
});

it('a source that breaks off is the error of the file', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'a';
    await Promise.resolve();
    throw new Error('The connection was lost');
  }
  await expect(spool(broken())).rejects.toThrow('The connection was lost');
});
