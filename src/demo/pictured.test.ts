import { describe, expect, it } from 'vitest';
import { demoCompany } from './demo';
import { barcodes, company, findProduct, group, list, object } from '../testing/app/demo-service';
import { departments, taxes } from './words';

const helsinki = company('Rantakulma Helsinki');
const tampere = company('Rantakulma Tampere');

describe('the pictured products', () => {
  it('stand with the figures of the pictures', () => {
    const line = (name: string) => {
      const record = findProduct(name);
      const dpt = departments.find((one) =>
        group.records.dpt.some((each) => each.id === record['dpt_id'] && each.name === one.name),
      );
      const tax = taxes.find((one) =>
        group.records.tax.some((each) => each.id === record['tax_id'] && each['code'] === one.key),
      );
      return [
        record['productid'],
        dpt?.name,
        record['base_price'],
        record.data['cost_price'],
        tax?.rate,
        barcodes(record)[0],
        barcodes(record).length,
      ];
    };
    expect(line('Filter coffee, light roast 500 g')).toEqual([
      '4310',
      'Grocery',
      '8.95',
      6.42,
      '13.5',
      '6430014310064',
      2,
    ]);
    expect(line('Long drink, grapefruit 0.33 L')).toEqual([
      '7010',
      'Drinks',
      '3.49',
      1.96,
      '25.5',
      '6430037010040',
      3,
    ]);
    expect(line('Bananas, organic')).toEqual([
      '5118',
      'Fruit and vegetables',
      '2.29',
      2.01,
      '13.5',
      '2105118000008',
      1,
    ]);
    expect(line('Cappuccino 240 ml')).toEqual(['1012', 'Coffee and tea', '4.60', 0.84, '13.5', undefined, 0]);
    expect(group.records.plu).toContain(findProduct('Reusable mug 0.4 L'));
    expect(findProduct('Runeberg torte').active).toBe(false);
  });

  it('show the cinnamon bun whole: five price lists, three stock units, two supply lines, fields of others', () => {
    const { id, data, memo } = findProduct('Cinnamon bun');
    expect(id).toBe('018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b');
    expect(Object.values(object(data['prices'])).map((price) => object(price)['amount'])).toEqual([
      '4.10',
      3.6,
      '2.90',
      1.3,
      '2.10',
    ]);
    expect(list(data['stock_units']).map((unit) => object(unit)['name'])).toEqual([
      'Piece',
      'Tray',
      'Trolley',
    ]);
    expect(list(data['supply']).map((line) => object(line)['active'])).toEqual([true, false]);
    expect(barcodes(findProduct('Cinnamon bun'))).toEqual([
      '2000000021041',
      '6430098120412',
      '6430098120456',
    ]);
    expect(new Set(list(data['allergies']))).toEqual(new Set(['gluten', 'eggs', 'milk']));
    expect(object(data['additional_fields'])).toHaveProperty('d2a90f13-77c8-4be1-8f02-6b1e90c4a7d5', true);
    expect(memo).toMatch(/^Dough from Kallion Leipomo/);
  });

  it('sold 41,241 cinnamon buns for 153,416.52 in the twelve months of the picture, most in October', () => {
    const march = demoCompany({ today: '2026-03-20' }).find((one) => one.name === helsinki.name);
    const rows = march?.monthSales.filter((row) => row.plu_id === findProduct('Cinnamon bun').id) ?? [];
    expect(rows.reduce((sum, row) => sum + Number(row.qty), 0)).toBe(41_241);
    expect(rows.reduce((sum, row) => sum + Number(row.total.replace('.', '')), 0)).toBe(15_341_652);
    expect(rows.find((row) => row.qty === '5214')?.date).toBe('2025-10-01');
  });
});

describe('the month sales', () => {
  it('cover twelve months, newest first, of active products that the company sees', () => {
    expect(group.monthSales).toEqual([]);
    for (const one of [helsinki, tampere]) {
      const active = new Set(
        [...group.records.plu, ...one.records.plu]
          .filter((record) => record.active)
          .map((record) => record.id),
      );
      expect(one.monthSales.filter((row) => !active.has(row.plu_id))).toEqual([]);
      const months = one.monthSales.slice(0, 12).map((row) => row.date);
      expect(months[0]).toBe('2026-11-01');
      expect(months[11]).toBe('2025-12-01');
      const keys = one.monthSales.map((row) => `${row.plu_id} ${row.date}`);
      expect(new Set(keys).size).toBe(keys.length);
      const own = one.records.plu.filter((record) => record.active);
      expect(own.every((record) => one.monthSales.some((row) => row.plu_id === record.id))).toBe(true);
    }
  });

  it('follow the year: ice cream in summer, glögi in December', () => {
    const sold = (name: string, date: string) =>
      Number(
        [...helsinki.monthSales, ...tampere.monthSales].find(
          (row) => row.plu_id === findProduct(name).id && row.date === date,
        )?.qty,
      );
    expect(sold('Ice cream cone, vanilla 120 ml', '2026-07-01')).toBeGreaterThan(
      3 * sold('Ice cream cone, vanilla 120 ml', '2026-01-01'),
    );
    expect(sold('Glögi, cup', '2025-12-01')).toBeGreaterThan(3 * sold('Glögi, cup', '2026-06-01'));
    expect(sold('Cappuccino 240 ml', '2026-07-01')).toBeGreaterThan(
      0.4 * sold('Cappuccino 240 ml', '2026-01-01'),
    );
  });
});
