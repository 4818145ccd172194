import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  array,
  assert,
  asyncProperty,
  bigInt,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  string,
} from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openColumnStore, type ColumnStore } from '@/core/server/archive/column-store';
import { Decimal } from '@/core/record/decimal';
import { figureColumns, literal } from '../columns';
import { merged, type RawRow } from './merge';
import { sentRows, writtenRows } from './written-rows';

const on: { store?: ColumnStore; root?: string } = {};
beforeAll(async () => {
  on.root = await mkdtemp(path.join(tmpdir(), 'written-'));
  await mkdir(path.join(on.root, 'here'));
  on.store = openColumnStore(on.root, console) ?? fail();
});
afterAll(async () => {
  await on.store?.close();
  await rm(on.root ?? fail(), { recursive: true });
});
const fail = () => {
  throw new Error('Not started');
};

/** Few amounts, so that many are equal, and others of all sizes. */
const sum = (places: number) =>
  oneof(
    integer({ min: -30, max: 30 }).map(BigInt),
    bigInt(-(10n ** 29n), 10n ** 29n),
    bigInt(-(10n ** 15n), 10n ** 15n),
  )
    .chain((units) => constantFrom(units, units * 100n, units * 10_000n))
    .map((units) => Decimal.scaled(units, places).toFixed(places));
const called = option(
  oneof(constantFrom('Rye', 'rye', '\u{fffd}', '\u{1f600}', '"\\\n\u0001\u2028'), string({ unit: 'binary' })),
);
const row = record({
  productid: called,
  name: called,
  receipts: integer({ min: 0, max: 3_000_000 }).map(String),
  quantity: sum(6),
  gross: sum(4),
  net: sum(4),
  tax: sum(4),
  discount: sum(4),
});

/** SQL of DuckDB: rows of a breakdown, as `archiveText` gives them. */
const rowsText = (rows: readonly RawRow[]) =>
  rows
    .map((one) => {
      const text = (value: string | null) =>
        value === null ? 'null::varchar' : literal(value).replaceAll('\n', `' || chr(10) || '`);
      const figures = figureColumns.map(
        (name) =>
          `${literal(String(Reflect.get(one, name)))}::decimal(38, ${name === 'quantity' ? 6 : 4}) as ${name}`,
      );
      return `select ${text(one.id)} as id, ${text(one.productid)} as productid, ${text(one.name)} as name,
        '${one.receipts}' as receipts, ${figures.join(', ')}`;
    })
    .join(' union all ');

it('rows that DuckDB writes are those that the service would have made of its sums, in their order', async () => {
  const cases = asyncProperty(
    array(row, { minLength: 1, maxLength: 12 }),
    constantFrom(0, 2, 3, 4),
    async (some, scale) => {
      // The last has no id: receipts call it by name alone.
      const rows = some.map((one, at): RawRow => ({
        ...one,
        productid: clean(one.productid),
        name: clean(one.name),
        id: at === some.length - 1 ? null : `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      }));
      const sent = await on.store?.ask(path.join(on.root ?? fail(), 'here'), {
        sql: writtenRows(rowsText(rows), scale),
      });
      const [{ rows: written }] = sentRows.parse(sent);
      expect(JSON.parse(written)).toEqual(merged([rows], 'product', scale));
    },
  );
  await assert(cases, { numRuns: 300 });
});

/** PostgreSQL holds no NUL, and no half of a pair. */
const clean = (text: string | null) => text?.replaceAll('\0', '').toWellFormed() ?? null;

it('writes no rows as an empty list', async () => {
  const none = `select * from (${rowsText([{ id: null, productid: null, name: null, receipts: '1', quantity: '1', gross: '1', net: '1', tax: '1', discount: '0' }])}) where false`;
  const sent = await on.store?.ask(path.join(on.root ?? fail(), 'here'), { sql: writtenRows(none, 2) });
  expect(sentRows.parse(sent)[0].rows).toBe('[]');
});
