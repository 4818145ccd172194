import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { files as accountFiles } from '@/resources/account/import-fields';
import { files as customerFiles } from '@/resources/customer/import-fields';
import { files as dptFiles } from '@/resources/dpt/import-fields';
import { plu } from '@/resources/plu/contract';
import { files as pluFiles } from '@/resources/plu/import-fields';
import { files as pricelistFiles } from '@/resources/pricelist/import-fields';
import { files as supplierFiles } from '@/resources/supplier/import-fields';
import { samplesFor } from '@/testing/samples';
import { importFile } from '@/testing/import-file';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import type { ImportDeclaration, Referenced } from '../understanding/import-field';
import { unguarded } from '../understanding/read-cell';
import { guarded } from './guarded-csv';
import type { FileFormat } from '../../export/file-kinds';
import { EverythingFile } from './write-file';

let service: TestService;
let send: Sender;

/** Texts that spreadsheets change when they open a file, unless they are told not to. */
const texts = [
  '0042',
  '1/2',
  '3-4',
  '1.3.26',
  '2026-03-01',
  '1E5',
  '6.4E+12',
  'TRUE',
  'epätosi',
  '10 %',
  '€ 5',
  '=1+1',
  '+358 40',
  '-5',
  '@x',
  "'0042",
  "'=x",
  '="0042"',
  'Mar 1',
  'toukokuu 5',
  '12:30',
  '"quoted"',
  'semi; colon',
  'comma, comma',
  'a\nb',
  'a\r\nb',
  ' x ',
  'äöå €',
  '1,234',
  '1.234,50',
  '<b>&amp;',
  '_x0041_',
  '日本',
  '(5)',
  '٣',
  '#N/A2',
  '5.',
  '.5',
  '1 234',
];

beforeAll(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
  const body = await samplesFor(send).minimal(plu);
  const list = (
    await send('POST', '/api/secure/pricelist', {
      json: {
        name: '=Summer',
        data: {
          valid_from: '2026-03-01',
          time_from: '08:00',
          tax_included: true,
          priority: 3,
          weekdays: [1, 2],
        },
      },
    })
  ).entity.id;
  const supplier = (
    await send('POST', '/api/secure/supplier', {
      json: {
        name: '0012',
        supplier_num: 12,
        data: { phone: '+358 40 123', min_order_total: '100.00', address: { postal_code: '00160' } },
      },
    })
  ).entity.id;
  for (const [at, name] of texts.entries())
    await send('POST', '/api/secure/plu', {
      body: JSON.stringify({
        ...body,
        name: name.trim(),
        productid: `00${at}`,
        memo: name,
        base_price: at % 2 === 0 ? '4.50' : '12345678901234567.125',
        data: {
          tags: at % 3 === 0 ? [name.trim(), 'x'] : [],
          barcodes: [`064300152031${at % 10}`, '00012345'],
          flags: { hidden: at % 2 === 0, weighed: null },
          pricetag: { line1: name },
          prices: { [list]: { type: 'price', amount: at % 2 === 0 ? '3.90' : 3.9 } },
          supply: [{ supplier, sku: '0007', active: true, batch_size: 12 }],
          ext_id: [{ id: '007', system: 'x', data: {} }],
          sort: { 'a.b': name, empty: {}, list: [1, 'x'] },
        },
      }).replace('"data":{', '"data":{"cost_price":6.12345678901234567890,'),
      headers: { 'Content-Type': 'application/json' },
    });
  await send('POST', '/api/secure/customer', {
    json: {
      name: 'Äly Oy',
      customer_num: 7,
      data: { phone: '040 123', email: 'a@b.fi', note: '=x', address: { postal_code: '00100' } },
    },
  });
  const dpt = await send('POST', '/api/secure/dpt', {
    json: {
      name: '1/2',
      dpt_num: 3,
      data: { account_code: '03000', discount_allowed: false, age_limit: 18 },
    },
  });
  const tender = await send('POST', '/api/secure/tender', { json: { name: '007', type: 'card' } });
  const accounts = [
    { use: 'revenue', code: '03000', dpt_id: dpt.entity.id, tax_rate: '25.50', data: { vat_code: '03' } },
    { use: 'revenue', code: '1E5', tax_rate: '14', data: { note: '=1+1' } },
    { use: 'tender', code: '3-4', tender_id: tender.entity.id },
    { use: 'card_fee', code: '1.3.26', tender_type: '0042' },
    { use: 'paid_out', code: '12345678901234567890', kind: '-5 €', active: false },
  ];
  for (const account of accounts) {
    const made = await send('POST', '/api/secure/account', { json: { name: '1/2', ...account } });
    expect([made.status, made.status < 300 ? '' : made.text]).toEqual([201, '']);
  }
});
afterAll(() => service.close());

const pageOf = async (resource: string) => (await send('GET', `/api/secure/${resource}?pageSize=1000`)).text;

async function referencesOf(resource: string): Promise<Referenced[]> {
  const rows: { id: string; name: string; active: boolean; rate?: string }[] = JSON.parse(
    await pageOf(resource),
  );
  return rows.map(({ id, name, active, rate }) => ({ id, name, codes: [], rate, isActive: active }));
}

async function written(
  declaration: ImportDeclaration,
  format: FileFormat,
): Promise<{ file: Blob; page: string }> {
  const page = await pageOf(declaration.resource);
  const out = new EverythingFile({ decimals: ['base_price'], computed: ['sales_history'] });
  out.add(page);
  return { file: await out.write(format, 'Everything'), page };
}

async function importedAgain(declaration: ImportDeclaration, file: Blob, page: string) {
  const references = Object.fromEntries(
    await Promise.all(
      ['dpt', 'tax', 'supplier', 'pricelist', 'grp', 'tender'].map(
        async (name) => [name, await referencesOf(name)] as const,
      ),
    ),
  );
  return importFile(file, {
    declaration,
    pages: [page],
    references,
    company: service.companies.helsinki.companyId,
  });
}

const declarations = {
  plu: pluFiles,
  customer: customerFiles,
  dpt: dptFiles,
  supplier: supplierFiles,
  pricelist: pricelistFiles,
  account: accountFiles,
};
const ways = Object.entries(declarations).flatMap(([name, declaration]) =>
  (['csv', 'xlsx'] as const).map((format) => ({ name, declaration, format })),
);

it('a text that spreadsheets would change comes back as it was', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[='"+\-@0-9.,e ]{0,8}$/), fc.constantFrom(...texts)),
      (text) => {
        expect(unguarded(guarded(text))).toBe(text);
      },
    ),
  );
});

it.each(ways)(
  'everything of $name as $format, imported again, changes nothing',
  async ({ declaration, format }) => {
    const { file, page } = await written(declaration, format);
    const { outcome, items, refused, undecided } = await importedAgain(declaration, file, page);
    expect(undecided).toEqual([]);
    expect(refused).toEqual([]);
    expect(items).toEqual({});
    expect(outcome?.counts.unchanged).toBe((JSON.parse(page) as unknown[]).length);
  },
);

const soffice = ['/usr/bin/soffice', '/opt/libreoffice/program/soffice'].find((name) => existsSync(name));

it.runIf(soffice)('the same, opened and saved by LibreOffice before, changes nothing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-office-'));
  const pages = new Map<string, string>();
  for (const { name, declaration, format } of ways) {
    const { file, page } = await written(declaration, format);
    pages.set(name, page);
    await writeFile(path.join(folder, `${name}.${format}`), Buffer.from(await file.arrayBuffer()));
  }
  const convert = (format: FileFormat, filter: string) =>
    promisify(execFile)(
      soffice ?? '',
      [
        '--headless',
        ...(format === 'csv' ? ['--infilter=Text - txt - csv (StarCalc):44,34,76,1'] : []),
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        filter,
        '--outdir',
        path.join(folder, 'saved'),
        ...Object.keys(declarations).map((name) => path.join(folder, `${name}.${format}`)),
      ],
      { cwd: folder },
    );
  await convert('csv', 'csv:Text - txt - csv (StarCalc):44,34,76,1');
  await convert('xlsx', 'xlsx');
  for (const { name, declaration, format } of ways) {
    const saved = new Blob([await readFile(path.join(folder, 'saved', `${name}.${format}`))]);
    const { outcome, items, refused, undecided } = await importedAgain(
      declaration,
      saved,
      pages.get(name) ?? '',
    );
    expect({ name, format, undecided, refused, items }).toEqual({
      name,
      format,
      undecided: [],
      refused: [],
      items: {},
    });
    expect(outcome?.counts.unchanged).toBeGreaterThan(0);
  }
  await rm(folder, { recursive: true });
});
