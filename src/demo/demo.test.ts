import { describe, expect, it } from 'vitest';
import { gtinProblem } from '@/resources/plu/fields/gtin';
import { businessIdCheckDigit } from './business-id';
import { demoCompany } from './demo';
import { type DemoCompany, demoResources } from './shape';
import {
  barcodes,
  companies,
  findProduct,
  group,
  list,
  object,
  products,
  today,
} from '../testing/app/demo-service';

const canonical = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const guid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

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

  it('sells in the five places of the sign-in receipt, at eleven registers, and takes cash to five cents', () => {
    const active = (name: 'location' | 'pos' | 'tender') =>
      companies.flatMap((one) => one.records[name].filter((record) => record.active));
    expect(active('location').map((record) => record.name)).toEqual([
      'Hakaniemi',
      'Kallio',
      'Munkkiniemi',
      'Turku, Portsa',
      'Tampere, Tammela',
    ]);
    expect(active('pos')).toHaveLength(11);
    const rounded = active('tender').filter((record) => 'rounding' in record.data);
    expect(rounded.map((record) => [record.name, record.data['rounding']])).toEqual([
      ['Cash', { unit: '0.05', mode: 'half_up' }],
    ]);
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
      const [tax, grp, dpt, pricelist, supplier, location] = [
        ids('tax'),
        ids('grp'),
        ids('dpt'),
        ids('pricelist'),
        ids('supplier'),
        ids('location'),
      ];
      const listed = {
        dpt_ids: dpt,
        plu_ids: ids('plu'),
        customer_ids: ids('customer'),
        location_ids: location,
      };
      const astray = [
        ...one.records.dpt.filter((record) => !grp.has(record['grp_id']) || !tax.has(record['tax_id'])),
        ...one.records.plu.filter(
          (record) =>
            !dpt.has(record['dpt_id']) ||
            !tax.has(record['tax_id']) ||
            !Object.keys(object(record.data['prices'])).every((id) => pricelist.has(id)) ||
            !list(record.data['supply']).every((line) => supplier.has(object(line)['supplier'])),
        ),
        ...one.records.location.filter((record) => !pricelist.has(record.data['pricelist_id'])),
        ...one.records.pos.filter((record) => !location.has(record['location_id'])),
        ...one.records.discount.filter((record) =>
          Object.entries(listed).some(([key, known]) => !list(record.data[key]).every((id) => known.has(id))),
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
    expect(barcodes(findProduct('Cinnamon bun, frozen'))).toContain('6430098120412');
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
