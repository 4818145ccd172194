import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readCsv, rows } from './csv.mjs';

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function all(source: AsyncIterable<string[]>): Promise<string[][]> {
  const found: string[][] = [];
  for await (const row of source) found.push(row);
  return found;
}

const text =
  '\uFEFFbarcode,name\r\n1,"Ham, ""cooked""\nand sliced"\r\n2,\r\n3,5" pizza\n4,"Räiskäle 🥞"\n"",\n5,last';
const expected = [
  ['barcode', 'name'],
  ['1', 'Ham, "cooked"\nand sliced'],
  ['2', ''],
  ['3', '5" pizza'],
  ['4', 'Räiskäle 🥞'],
  ['', ''],
  ['5', 'last'],
];

test('quoted commas, quotes and line breaks are text, wherever the stream is cut', async () => {
  for (const size of [1, 2, 7, 1000]) expect(await all(rows(pieces(text, size)))).toEqual(expected);
});

test('a gzipped file and a plain one have the same rows', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-csv-'));
  await writeFile(path.join(folder, 'plain.csv'), text);
  await writeFile(path.join(folder, 'packed'), gzipSync(text));
  expect(await all(readCsv(path.join(folder, 'plain.csv')))).toEqual(expected);
  expect(await all(readCsv(path.join(folder, 'packed')))).toEqual(expected);
  await rm(folder, { recursive: true });
  await expect(all(readCsv(path.join(folder, 'plain.csv')))).rejects.toThrow('ENOENT');
});
