import { demoCompany } from './demo';
import { gtinCheckDigit } from '@/resources/plu/fields/gtin';
import type { DemoRecord } from './shape';

/** The supplier whose file it is, and the company that tries it. */
const supplier = 'Pohjolan Tukku Oy';
const companyName = 'Rantakulma Helsinki';

/** The name of the file. */
export const supplierFileName = 'pohjolan-tukku-2026-04.csv';

/** How many lines of the file change nothing, and how many have another cost. */
const [unchanged, changed] = [308, 93];

const digits = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

/**
 * New products: barcode without its check digit, name, cost and price in cents, department, pieces of a box. The last three
 * have lost the zero in front of their 13 digits.
 */
const fresh = [
  ['643009819001', 'Kaurajuoma barista 1 L', 189, 315, 'Dairy', 6],
  ['643009819002', 'Mustikka 500 g', 425, 720, 'Frozen food', 10],
  ['643009819003', 'Ruisnäkkileipä 300 g', 142, 265, 'Grocery', 12],
  ['64300981901', 'Hernekeitto 520 g', 118, 219, 'Grocery', 12],
  ['64300981902', 'Puolukkahillo 400 g', 206, 349, 'Grocery', 8],
  ['64300981903', 'Kivennäisvesi sitruuna 1,5 L', 96, 185, 'Drinks', 6],
] as const;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Writes the file of a supplier with new costs, as suppliers send them: Windows-1252, semicolons, decimal commas, and the
 * damage that spreadsheets do. Most of its lines say what the demo's products have already.
 */
export function supplierFile(): Uint8Array<ArrayBuffer> {
  const companies = demoCompany({ today: '2026-03-21' });
  const group = companies.find((one) => one.records.supplier.some(({ name }) => name === supplier));
  const own = companies.find(({ name }) => name === companyName);
  if (!group || !own) throw new Error('The demo has no such company');
  const supplierId = group.records.supplier.find(({ name }) => name === supplier)?.id;
  const visible = [...group.records.plu, ...own.records.plu];
  const counts = new Map<unknown, number>();
  for (const { data } of visible)
    for (const code of list(data['barcodes'])) counts.set(code, (counts.get(code) ?? 0) + 1);
  // Two products of the demo have one barcode, as the catalogue's checks are to find.
  const all = visible.filter(({ active, data }) => active && counts.get(list(data['barcodes'])[0]) === 1);
  const names = new Map(
    [...group.records.dpt, ...own.records.dpt, ...group.records.tax].map((record) => [record.id, record]),
  );
  const lineOf = (record: DemoRecord, cost: number, withSupplier: boolean): string => {
    const line = list(record.data['supply']).find(
      (one): one is { supplier: string; sku: string; batch_size: number } =>
        typeof one === 'object' && one !== null && 'supplier' in one && one.supplier === supplierId,
    );
    return [
      textOf(list(record.data['barcodes'])[0]),
      line?.sku ?? (withSupplier ? `PJ-${textOf(record['productid'])}` : ''),
      record.name,
      digits(cost),
      textOf(record['base_price']).replace('.', ','),
      textOf(names.get(textOf(record['tax_id']))?.['rate']).replace('.', ','),
      names.get(textOf(record['dpt_id']))?.name ?? '',
      line?.batch_size ?? '',
      '1.4.2026',
    ].join(';');
  };
  const cents = ({ data }: DemoRecord) => Math.round(Number(data['cost_price']) * 100);
  const changing = own.records.plu.filter((record) => all.includes(record)).slice(0, changed + 1);
  const [twice, ...raised] = changing;
  const same = all.filter((record) => !changing.includes(record)).slice(0, unchanged + 1);
  const [spoiled, ...others] = same;
  if (!twice || !spoiled || raised.length < changed || others.length < unchanged)
    throw new Error('The demo has too few products');
  const lines = [
    ...raised.map((record) => lineOf(record, Math.round(cents(record) * 1.04) + 1, true)),
    ...others.map((record) => lineOf(record, cents(record), false)),
    ...fresh.map(([body, name, cost, price, dpt, box]) =>
      [
        body + gtinCheckDigit(body),
        `PJ-${body.slice(-5)}`,
        name,
        digits(cost),
        digits(price),
        '13,5',
        dpt,
        box,
        '1.4.2026',
      ].join(';'),
    ),
  ];
  // What changes stands between what does not, as in a list by the supplier's numbers.
  const ordered = lines
    .map((line, at) => [(at * 157) % lines.length, line] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, line]) => line);
  const damaged = (record: DemoRecord, column: number, value: string): string =>
    lineOf(record, cents(record), false).split(';').with(column, value).join(';');
  for (const [at, line] of [
    [15, damaged(twice, 0, '6.4E+12')],
    [86, damaged(twice, 0, '1.3.26')],
    [138, damaged(twice, 3, digits(cents(twice) + 11))],
    [264, damaged(spoiled, 3, 'n/a')],
    [299, damaged(twice, 3, digits(cents(twice) + 26))],
  ] as const)
    ordered.splice(at, 0, line);
  const head = 'EAN;TUOTENRO;NIMI;OSTOHINTA ALV 0;OVH;ALV;RYHMÄ;KPL/LTK;VOIMASSA';
  return Uint8Array.from(`${[head, ...ordered].join('\r\n')}\r\n`, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 255) throw new Error(`Windows-1252 has no ${character} here`);
    return code;
  });
}
