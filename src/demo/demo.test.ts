import { describe, expect, it } from 'vitest';
import { gtinProblem } from '@/resources/plu/gtin';
import { businessIdCheckDigit } from './business-id';
import { demoCompany } from './demo';
import { type DemoCompany, type DemoRecord, demoResources } from './shape';
import { departments } from './vocabulary/departments';
import { taxes } from './vocabulary/house';

const today = '2026-11-20';
const companies = demoCompany({ today });
const canonical = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const guid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const company = (name: string): DemoCompany => {
  const found = companies.find((one) => one.name === name);
  if (!found) throw new Error(`No company ${name}`);
  return found;
};
const group = company('Rantakulma Group');
const helsinki = company('Rantakulma Helsinki');
const tampere = company('Rantakulma Tampere');
const products = companies.flatMap((one) => one.records.plu);
const find = (name: string): DemoRecord => {
  const found = products.find((record) => record.name === name);
  if (!found) throw new Error(`No product ${name}`);
  return found;
};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const barcodes = (record: DemoRecord) => list(record.data['barcodes']).map(String);

describe('the demo company', () => {
  it('is the same, byte for byte, on every run', () => {
    expect(JSON.stringify(demoCompany({ today }))).toBe(JSON.stringify(companies));
  });

  it('keeps every record, and the sales of whole months, when the day moves on', () => {
    const later = demoCompany({ today: '2026-12-03' });
    expect(JSON.stringify(later.map((one) => one.records))).toBe(
      JSON.stringify(companies.map((one) => one.records)),
    );
    const october = (all: DemoCompany[]) =>
      JSON.stringify(all.map((one) => one.monthSales.filter((row) => row.date === '2026-10-01')));
    expect(october(later)).toBe(october(companies));
  });

  it('stands parents first: a group of 900 products, and two children with 400 and 200', () => {
    expect(companies.map((one) => one.parent_id)).toEqual([null, group.id, group.id]);
    expect(companies.map((one) => one.records.plu.length)).toEqual([900, 400, 200]);
    expect(companies.map((one) => one.records.customer.length)).toEqual([0, 250, 150]);
    expect(products).toHaveLength(1500);
    expect(companies.reduce((sum, one) => sum + one.records.supplier.length, 0)).toBeGreaterThanOrEqual(25);
  });

  it('has ids of UUIDv7 shape, each once, in the order of creation', () => {
    const records = companies.flatMap((one) => [one, ...demoResources.flatMap((name) => one.records[name])]);
    expect(records.filter((record) => !guid.test(record.id))).toEqual([]);
    expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
    for (const one of companies) {
      for (const name of demoResources) {
        const ids = one.records[name].map((record) => record.id);
        expect(ids).toEqual([...ids].sort());
      }
    }
  });

  it('refers only to records of the own company or its parent', () => {
    for (const one of companies) {
      const visible = one === group ? [group] : [group, one];
      const ids = (name: (typeof demoResources)[number]) =>
        new Set<unknown>(visible.flatMap((each) => each.records[name].map((record) => record.id)));
      const [tax, grp, dpt, pricelist, supplier] = [
        ids('tax'),
        ids('grp'),
        ids('dpt'),
        ids('pricelist'),
        ids('supplier'),
      ];
      const astray = [
        ...one.records.dpt.filter((record) => !grp.has(record['grp_id']) || !tax.has(record['tax_id'])),
        ...one.records.plu.filter(
          (record) =>
            !dpt.has(record['dpt_id']) ||
            !tax.has(record['tax_id']) ||
            !Object.keys(object(record.data['prices'])).every((id) => pricelist.has(id)) ||
            !list(record.data['supply']).every((line) => supplier.has(object(line)['supplier'])),
        ),
      ];
      expect(astray).toEqual([]);
    }
  });

  it('has deactivated records in every resource of every company, two or three in a hundred products', () => {
    for (const one of companies) {
      for (const name of demoResources.filter((each) => one.records[each].length > 0)) {
        const off = one.records[name].filter((record) => !record.active).length;
        expect(off, `${one.name} ${name}`).toBeGreaterThan(0);
        if (one.records[name].length > 100) {
          expect(off / one.records[name].length, `${one.name} ${name}`).toBeGreaterThan(0.02);
          expect(off / one.records[name].length, `${one.name} ${name}`).toBeLessThan(0.03);
        }
      }
    }
  });

  it('names every product and every code once, and prints names of at most 18 capitals', () => {
    expect(new Set(products.map((record) => record.name.toLowerCase())).size).toBe(1500);
    expect(new Set(products.map((record) => record['productid'])).size).toBe(1500);
    const receipt = products.map((record) => String(record['receipt_name']));
    expect(
      receipt.filter((name) => name.length === 0 || name.length > 18 || name !== name.toUpperCase()),
    ).toEqual([]);
    expect(products.filter((record) => !/^\d{4,5}$/.test(String(record['productid'])))).toEqual([]);
  });

  it('has one wrong check digit and one barcode on two products, both on the cinnamon bun', () => {
    const codes = products.flatMap(barcodes);
    expect(codes.filter((code) => gtinProblem(code) !== null)).toEqual(['6430098120456']);
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual(['6430098120412']);
    expect(barcodes(find('Cinnamon bun, frozen'))).toContain('6430098120412');
    const supplied = products.flatMap((record) =>
      list(record.data['supply']).map((line) => String(object(line)['ean'])),
    );
    expect(supplied.filter((code) => code !== '' && gtinProblem(code) !== null)).toEqual([]);
  });

  it('writes every amount as canonical decimal text or as a number of at most two decimals', () => {
    const amounts = products.flatMap((record) =>
      Object.values(object(record.data['prices'])).map((price) => object(price)['amount']),
    );
    const texts = [
      ...products.map((record) => record['base_price']),
      ...group.records.tax.map((record) => record['rate']),
      ...companies.flatMap((one) => one.records.supplier.map((record) => record.data['min_order_total'])),
      ...companies.flatMap((one) => one.monthSales.flatMap((row) => [row.qty, row.total])),
      ...amounts.filter((amount) => typeof amount === 'string'),
    ];
    expect(texts.filter((text) => typeof text !== 'string' || !canonical.test(text))).toEqual([]);
    expect(products.filter((record) => !/\.\d\d$/.test(String(record['base_price'])))).toEqual([]);
    const numbers = [
      ...amounts.filter((amount) => typeof amount !== 'string'),
      ...products.map((record) => record.data['cost_price']),
    ];
    expect(
      numbers.filter((amount) => typeof amount !== 'number' || !/^\d+(\.\d\d?)?$/.test(String(amount))),
    ).toEqual([]);
  });

  it('earns believable margins, with a few products under twenty per cent', () => {
    const rates = new Map<unknown, number>(
      group.records.tax.map((record) => [record.id, Number(record['rate'])]),
    );
    const margins = products.map((record) => {
      const net = Number(record['base_price']) / (1 + (rates.get(record['tax_id']) ?? 0) / 100);
      return ((net - Number(record.data['cost_price'])) / net) * 100;
    });
    const share = (keep: (margin: number) => boolean) => margins.filter(keep).length / margins.length;
    expect(Math.min(...margins)).toBeGreaterThanOrEqual(0);
    expect(share((margin) => margin < 20)).toBeGreaterThan(0.03);
    expect(share((margin) => margin < 20)).toBeLessThan(0.07);
    expect(share((margin) => margin >= 20 && margin <= 75)).toBeGreaterThan(0.9);
  });

  it('has business ids with the right check digit', () => {
    const ids = companies.flatMap((one) => [
      one.ident,
      ...[...one.records.supplier, ...one.records.customer].flatMap((record) =>
        typeof record.data['business_id'] === 'string' ? [record.data['business_id']] : [],
      ),
    ]);
    expect(ids.length).toBeGreaterThan(80);
    expect(
      ids.filter((id) => !/^\d{7}-\d$/.test(id) || businessIdCheckDigit(id.slice(0, 7)) !== id.slice(8)),
    ).toEqual([]);
    expect(businessIdCheckDigit('1234567')).toBe('1');
  });

  it('writes only to invented addresses', () => {
    const people = companies.flatMap((one) => one.records.supplier.concat(one.records.customer));
    expect(
      people.filter((record) => !/^[a-z.-]+@[a-z-]+\.example$/.test(String(record.data['email']))),
    ).toEqual([]);
    expect(people.filter((record) => !/^\+358 \d+ 555 \d{4}$/.test(String(record.data['phone'])))).toEqual(
      [],
    );
  });
});

describe('the pictured products', () => {
  it('stand with the figures of the pictures', () => {
    const line = (name: string) => {
      const record = find(name);
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
    expect(group.records.plu).toContain(find('Reusable mug 0.4 L'));
    expect(find('Runeberg torte').active).toBe(false);
  });

  it('show the cinnamon bun whole: five price lists, three stock units, two supply lines, fields of others', () => {
    const { id, data, memo } = find('Cinnamon bun');
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
    expect(barcodes(find('Cinnamon bun'))).toEqual(['2000000021041', '6430098120412', '6430098120456']);
    expect(new Set(list(data['allergies']))).toEqual(new Set(['gluten', 'eggs', 'milk']));
    expect(object(data['additional_fields'])).toHaveProperty('d2a90f13-77c8-4be1-8f02-6b1e90c4a7d5', true);
    expect(memo).toMatch(/^Dough from Kallion Leipomo/);
  });

  it('sold 41,241 cinnamon buns for 153,416.52 in the twelve months of the picture, most in October', () => {
    const march = demoCompany({ today: '2026-03-20' }).find((one) => one.name === helsinki.name);
    const rows = march?.monthSales.filter((row) => row.plu_id === find('Cinnamon bun').id) ?? [];
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
          (row) => row.plu_id === find(name).id && row.date === date,
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
