import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { client } from './api.mjs';
import { printTable } from './measure.mjs';
import { makeShop, sellDay } from './receipts.mjs';
import { startService } from './service.mjs';

// Proves files for bookkeeping with the programs of others (docs/books.md#proofs): a SAF-T file of days with receipts of every type,
// and of a day with many receipts, against the schema of the tax administration (`--schema FILE`, xmllint of Debian's
// libxml2-utils); and a workbook of vouchers, which LibreOffice opens and adds up (libreoffice-calc; `--without-office`).
const { values } = parseArgs({
  options: {
    schema: { type: 'string' },
    receipts: { type: 'string', default: '20000' },
    days: { type: 'string', default: '30' },
    'without-office': { type: 'boolean', default: false },
  },
});
if (!values.schema) {
  console.error('npm run proof -- saft --schema Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd');
  process.exit(2);
}
const run = promisify(execFile);
const schema = path.resolve(values.schema);
const service = await startService();
const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-books-'));
/** @type {string[][]} */
const table = [];
let faults = 0;
try {
  const send = client(service.url, service.key);
  const headers = { Authorization: `Bearer ${service.key}` };
  const must = async (
    /** @type {string} */ method,
    /** @type {string} */ at,
    /** @type {unknown} */ body,
  ) => {
    const answer = await send(method, `/api/secure/${at}`, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${at}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const [company] = (await send('GET', '/api/secure/company')).body;
  await must('PUT', `company/${company.id}`, { ident: '999999999' });
  for (const [rate, vat_code] of [
    ['13.5', '31'],
    ['25.5', '3'],
    ['10', '33'],
  ])
    await must('POST', 'account', {
      name: `VAT ${rate}`,
      use: 'vat',
      tax_rate: rate,
      code: '2700',
      data: { vat_code },
    });
  for (const [use, code] of Object.entries({
    tender: '1910',
    revenue: '3000',
    over: '3900',
    short: '7790',
    rounding: '7746',
    difference: '1579',
    gift_card_sold: '2900',
    deposit_taken: '2990',
    tip: '2930',
    non_turnover: '2991',
    paid_in: '1578',
    paid_out: '1577',
  }))
    await must('POST', 'account', { name: use, use, code });

  const check = async (/** @type {string} */ what, /** @type {string} */ query) => {
    const began = performance.now();
    const answer = await fetch(`${service.url}/api/secure/report/books?${query}&format=saft`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const seconds = (performance.now() - began) / 1000;
    if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString()}`);
    const file = path.join(folder, 'saft.xml');
    await writeFile(file, bytes);
    const said = await run('xmllint', ['--noout', '--schema', schema, file], { maxBuffer: 1e8 }).then(
      () => 'validates',
      (/** @type {{ stderr: string }} */ { stderr }) => stderr.split('\n').slice(0, 5).join('\n'),
    );
    if (said !== 'validates') {
      faults += 1;
      console.error(said);
    }
    const memory = await readFile(`/proc/${service.pid}/status`, 'utf8').catch(() => '');
    table.push([
      what,
      said === 'validates' ? said : 'does not validate',
      `${(bytes.length / 1e6).toFixed(1)} MB`,
      `${seconds.toFixed(1)} s`,
      /VmHWM:\s*(\d+) kB/.exec(memory)?.[1]
        ? `${Math.round(Number(/VmHWM:\s*(\d+) kB/.exec(memory)?.[1]) / 1024)} MB`
        : '–',
    ]);
  };

  // Days with receipts of any type, as the tests make them.
  const { sample } = await import('fast-check');
  const { computeReceipt, daySpec, receiptJson } = await service.load('/src/testing/sold-day.ts');
  const location_id = (await must('POST', 'location', { name: 'Bakeri & <Kafé>', data: { currency: 'NOK' } }))
    .id;
  /** @type {string[]} */
  const registers = [];
  for (const name of ['Kasse 1', 'Kasse 2'])
    registers.push((await must('POST', 'pos', { name, location_id })).id);
  const days = [];
  for (const [index, specs] of sample(daySpec, Number(values.days)).entries()) {
    const date = new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);
    const z_reports = registers.map((pos_id) => ({
      pos_id,
      z_number: index + 1,
      opening_float: '100',
      counted: '321',
    }));
    const day = await must('POST', 'businessday', { location_id, date, data: { z_reports } });
    const body = /** @type {any[]} */ (specs).map((spec, at) => ({
      ...receiptJson(computeReceipt(spec), 2, {
        id: crypto.randomUUID(),
        businessday_id: day.id,
        location_id,
        pos_id: registers[spec.register],
        receipt_num: String(index * 1000 + at + 1),
        currency: 'NOK',
      }),
    }));
    if (body.length > 0) await must('POST', 'sales', body);
    await must('PUT', `businessday/${day.id}`, { status: 'closed' });
    days.push(day.id);
  }
  await check(`${days.length} days of any receipts`, `businessday_id=${days.join(',')}`);

  const large = await sellDay(send, await makeShop(send, 'Hall'), '2026-05-01', Number(values.receipts));
  await must('PUT', `businessday/${large}`, { status: 'closed' });
  await check(`a day of ${values.receipts} receipts`, `businessday_id=${large}`);
  printTable(['SAF-T', 'schema', 'size', 'time', 'most memory of the service'], table);

  if (!values['without-office']) faults += await office(`businessday_id=${days.join(',')}`, headers);
} finally {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
}
process.exit(faults === 0 ? 0 : 1);

/**
 * Opens the workbook and the CSV of some days with LibreOffice, and compares its sums with the vouchers.
 *
 * @param {string} query @param {Record<string, string>} headers @returns {Promise<number>} the faults
 */
async function office(query, headers) {
  const soffice = ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find((file) =>
    existsSync(file),
  );
  if (!soffice)
    throw new Error('LibreOffice is not installed: apt-get install --no-install-recommends libreoffice-calc');
  const read = async (/** @type {string} */ address) =>
    fetch(`${service.url}/api/secure/report/${address}`, { headers });
  const { vouchers } = await (await read(`voucher?${query}`)).json();
  const cents = (/** @type {string} */ text) => BigInt(text.replace('.', ''));
  const expected = vouchers.reduce(
    (/** @type {bigint} */ sum, /** @type {{ debit: string }} */ { debit }) => sum + cents(debit),
    0n,
  );
  let wrong = 0;
  for (const format of ['xlsx', 'csv']) {
    const answer = await read(`books?${query}&format=${format}`);
    const file = path.join(folder, `vouchers.${format}`);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    await run(soffice, [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      ...(format === 'csv' ? ['--infilter=Text - txt - csv (StarCalc):44,34,76,1'] : []),
      '--convert-to',
      // The first sheet, its values as they are, not as they are shown.
      'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,1',
      '--outdir',
      path.join(folder, format),
      file,
    ]);
    const [name = ''] = (await readdir(path.join(folder, format))).filter((one) => one.endsWith('.csv'));
    const saved = path.join(folder, format, name);
    const { default: papaparse } = await import('papaparse');
    const rows = papaparse.parse(await readFile(saved, 'utf8'), { skipEmptyLines: true }).data.slice(1);
    const sum = (/** @type {number} */ column) =>
      rows.reduce(
        (/** @type {bigint} */ total, /** @type {any} */ row) =>
          total + BigInt(Math.round(Number(row[column] || '0') * 100)),
        0n,
      );
    const isRight = sum(8) === expected && sum(9) === expected;
    wrong += isRight ? 0 : 1;
    console.log(
      `${format} opened by LibreOffice: debit ${sum(8)}, credit ${sum(9)}, vouchers ${expected}: ${isRight ? 'the same' : 'WRONG'}`,
    );
  }
  return wrong;
}
