import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { client, ensure } from './api.mjs';
import { readCsv } from './csv.mjs';
import { load } from './upload.mjs';

const usage = `node scripts/lab/load.mjs --base-url http://127.0.0.1:4000 --key KEY --file catalogue.csv.gz
  [--take ROWS] [--skip ROWS] [--array 1000]

Puts the rows of a CSV file with the columns barcode and name in as products. Loaded again, the same rows of the
same file change the same products.`;
const examplesShown = 5;
const receiptLength = 24;

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string', default: 'http://127.0.0.1:4000' },
    key: { type: 'string' },
    file: { type: 'string' },
    take: { type: 'string', default: 'Infinity' },
    skip: { type: 'string', default: '0' },
    array: { type: 'string', default: '1000' },
  },
});
const { key, file } = values;
if (!key || !file) {
  console.error(usage);
  process.exit(2);
}
const send = client(values['base-url'], key);
const tax_id = await ensure(send, 'tax', { name: 'Imported', rate: '0' });
const dpt_id = await ensure(send, 'dpt', { name: 'Imported', tax_id });

const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
const { read, accepted, refused } = await load(send, products(file), Number(values.array), ({ read }) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${read} rows, ${seconds().toFixed(0)} s`);
});
const took = seconds();
if (process.stdout.isTTY) process.stdout.write('\r');
const lost = [...refused.values()].reduce((sum, { count }) => sum + count, 0);
console.log(`${read} rows read, ${accepted} in, ${lost} refused`);
for (const [reason, { count, examples }] of refused) {
  console.log(`  ${count} × ${reason}`);
  for (const example of examples.slice(0, examplesShown)) console.log(`      ${example}`);
}
console.log(`${took.toFixed(1)} s, ${Math.round(read / took)} rows a second`);
if (read !== accepted + lost) throw new Error('Some rows are neither in nor refused.');

/**
 * Streams the rows as products, each with its label in the report. A row that is not a pair has no product.
 *
 * @param {string} file
 * @returns {AsyncGenerator<import('./upload.mjs').Row>}
 */
async function* products(file) {
  const skip = Number(values.skip);
  const end = skip + Number(values.take);
  let number = -1;
  let columns = { barcode: 0, name: 1, width: 2 };
  for await (const row of readCsv(file)) {
    number += 1;
    if (number === 0) {
      columns = { barcode: row.indexOf('barcode'), name: row.indexOf('name'), width: row.length };
      if (columns.barcode < 0 || columns.name < 0)
        throw new Error(`${file} has no columns barcode and name.`);
      continue;
    }
    if (number <= skip) continue;
    if (number > end) return;
    const label = `row ${number}: ${row.join(',')}`.slice(0, 100);
    const barcode = row[columns.barcode];
    const name = row[columns.name];
    if (row.length !== columns.width || barcode === undefined || name === undefined) {
      yield { label, problem: `the row has ${row.length} fields` };
    } else yield { label, entity: product(number, barcode, name) };
  }
}

/** @param {number} row @param {string} barcode @param {string} name */
function product(row, barcode, name) {
  const digest = createHash('sha256').update(`${dpt_id} ${row} ${barcode}`).digest();
  return {
    id: guid(digest),
    name,
    productid: barcode,
    // By code points, because half a surrogate pair would be refused.
    receipt_name: Array.from(name).slice(0, receiptLength).join(''),
    base_price: ((digest.readUInt16BE(16) % 4950) / 100 + 0.5).toFixed(2),
    dpt_id,
    tax_id,
    data: { barcodes: [barcode] },
  };
}

/** Returns a GUID from a digest (RFC 9562, version 8). @param {Buffer} digest */
function guid(digest) {
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
