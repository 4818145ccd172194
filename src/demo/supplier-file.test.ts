import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { files as pluFiles } from '@/resources/plu/import-fields';
import { importFile } from '@/testing/import-file';
import { demoCompany } from './demo';
import type { DemoRecord } from './shape';
import { supplierFile, supplierFileName } from './supplier-file';

const file = path.join(import.meta.dirname, '../../public/samples', supplierFileName);

it('the file that the demo offers is the one that its products give', async () => {
  // `WRITE_DEMO_FILE=1` writes it anew after a change of the demo.
  if (process.env['WRITE_DEMO_FILE']) await writeFile(file, supplierFile());
  expect(Buffer.from(supplierFile()).equals(await readFile(file))).toBe(true);
});

it('says six new products, 93 other costs and five lines that are refused, with the zeros taken', async () => {
  const companies = demoCompany({ today: '2026-03-21' });
  const [group, helsinki] = companies;
  if (!group || !helsinki) throw new Error('The demo has companies');
  const pages = [group, helsinki].map((company, at) =>
    JSON.stringify(
      company.records.plu.map((record) => ({
        ...record,
        company_id: at === 0 ? 'group' : 'helsinki',
        version: 1,
      })),
    ),
  );
  const referenced = (resource: 'dpt' | 'tax' | 'supplier' | 'pricelist') =>
    [...group.records[resource], ...helsinki.records[resource]].map(
      ({ id, name, active, ...rest }: DemoRecord) => ({
        id,
        name,
        codes: [],
        rate: typeof rest['rate'] === 'string' ? rest['rate'] : undefined,
        isActive: active,
      }),
    );
  const suppliers = referenced('supplier');
  const run = (zero: 'take' | 'refuse') =>
    importFile(new Blob([supplierFile()]), {
      declaration: pluFiles,
      pages,
      company: 'helsinki',
      references: {
        dpt: referenced('dpt'),
        tax: referenced('tax'),
        supplier: suppliers,
        pricelist: referenced('pricelist'),
      },
      decisions: { from: suppliers.find(({ name }) => name === 'Pohjolan Tukku Oy')?.id, zero },
    });
  const taken = await run('take');
  expect(taken.undecided).toEqual([]);
  expect(taken.outcome?.zeros.count).toBe(3);
  expect(taken.refused.map((text) => text.replace(/: .*/, ''))).toEqual([
    '17 digits_gone',
    '88 made_date',
    '140,301 twice',
    '266 not_number',
  ]);
  expect(taken.outcome?.counts).toEqual({ created: 6, changed: 93, unchanged: 308, refused: 5 });
  expect(taken.outcome?.applyAt).toBe('2026-04-01T00:00');
  expect((await run('refuse')).outcome?.counts).toEqual({
    created: 3,
    changed: 93,
    unchanged: 308,
    refused: 8,
  });
});
