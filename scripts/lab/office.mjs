import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { read, utils } from 'xlsx';
import { printTable } from './measure.mjs';
import { startService } from './service.mjs';

// Proves on the demo's whole company that a file comes back as it went out: everything of each list is written as CSV and
// XLSX, opened and saved by LibreOffice (Debian: libreoffice-calc), and imported again. Nothing may change. Then tables as
// people save them (lists, reports, vouchers, files of change sets, in both languages) are opened by LibreOffice and
// saved as XLSX, which SheetJS reads: every cell is what it was written as.

const soffice = ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find((file) =>
  existsSync(file),
);
if (!soffice) {
  console.error('LibreOffice is not installed: apt-get install --no-install-recommends libreoffice-calc');
  process.exit(2);
}
const resources = ['plu', 'customer', 'supplier', 'dpt', 'pricelist', 'account'];
const formats = /** @type {const} */ (['csv', 'xlsx']);
const csvOptions = 'Text - txt - csv (StarCalc):44,34,76,1';

const service = await startService({ demo: true });
const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-office-'));
try {
  const { EverythingFile } = await service.load('/src/app/files/out/write-file.ts');
  const { importFile } = await service.load('/src/testing/import-file.ts');
  // The customers belong to the shop, not to the group that the first key is of.
  const signIns = await (await fetch(`${service.url}/api/demo/sign-ins`)).json();
  const { key } = signIns.find((/** @type {{ role: string }} */ { role }) => /^admin/i.test(role));
  const get = async (/** @type {string} */ address) => {
    const answer = await fetch(`${service.url}/api/secure/${address}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    return { text: await answer.text(), total: Number(answer.headers.get('X-Total-Count')) };
  };
  /** @returns {Promise<string[]>} */
  const pagesOf = async (/** @type {string} */ resource) => {
    const first = await get(`${resource}?pageSize=1000`);
    const pages = [first.text];
    for (let page = 2; (page - 1) * 1000 < first.total; page += 1)
      pages.push((await get(`${resource}?pageSize=1000&page=${page}`)).text);
    return pages;
  };
  const referenced = async (/** @type {string} */ resource) =>
    (await pagesOf(resource))
      .flatMap((page) => JSON.parse(page))
      .map(({ id, name, rate, active }) => ({ id, name, codes: [], rate, isActive: active }));
  const references = Object.fromEntries(
    await Promise.all(
      ['dpt', 'tax', 'supplier', 'pricelist', 'grp', 'tender'].map(async (name) => [
        name,
        await referenced(name),
      ]),
    ),
  );
  /** @type {string[][]} */
  const table = [];
  let faults = 0;
  for (const resource of resources) {
    const pages = await pagesOf(resource);
    const { files: declaration } = await service.load(`/src/resources/${resource}/import-fields.ts`);
    for (const format of formats) {
      const out = new EverythingFile({ decimals: ['base_price'], computed: ['sales_history'] });
      for (const page of pages) out.add(page);
      const name = `${resource}.${format}`;
      const file = await out.write(format, resource);
      await writeFile(path.join(folder, name), Buffer.from(await file.arrayBuffer()));
      await promisify(execFile)(soffice, [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        ...(format === 'csv' ? [`--infilter=${csvOptions}`] : []),
        '--convert-to',
        format === 'csv' ? `csv:${csvOptions}` : 'xlsx',
        '--outdir',
        path.join(folder, 'saved'),
        path.join(folder, name),
      ]);
      const saved = new Blob([await readFile(path.join(folder, 'saved', name))]);
      for (const [way, blob] of /** @type {const} */ ([
        ['as it went out', file],
        ['saved by LibreOffice', saved],
      ])) {
        const { outcome, lines, refused, undecided } = await importFile(blob, {
          declaration,
          pages,
          references,
        });
        const { created = -1, changed = -1, unchanged = -1 } = outcome?.counts ?? {};
        if (created !== 0 || changed !== 0 || refused.length > 0 || unchanged !== lines) faults += 1;
        table.push([
          `${resource}, ${format}, ${way}`,
          ...[lines, unchanged, created + changed, refused.length].map(String),
          undecided.join(' '),
        ]);
      }
    }
  }
  faults += await proveTables(service.load);
  printTable(['', 'lines', 'unchanged', 'changes', 'refused', 'asked'], table);
  if (faults > 0) throw new Error(`${faults} files or cells did not come back as they went out`);
} finally {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
}

/**
 * Opens tables of every kind by LibreOffice, and prints each cell that is not what was written. Returns how many.
 *
 * @param {(module: string) => Promise<any>} load
 */
async function proveTables(load) {
  const { tableWriter } = await load('/src/app/files/out/write-file.ts');
  const { csvOf, peoplesCsv } = await load('/src/app/files/out/guarded-csv.ts');
  const { xlsxOf } = await load('/src/app/export/xlsx.ts');
  const { xlsxFile } = await load('/src/days/books/table/xlsx.ts');
  const { aboutTable, rowsTable } = await load('/src/days/books/table/rows.ts');
  const { nastyDays, testLedger } = await load('/src/testing/books/ledger.ts');
  const { unguarded } = await load('/src/app/files/understanding/read-cell.ts');
  const texts =
    '0042|=1+1| =x|-5|+358|@x|\'x|"q"|a\nb|a\tb|a;=1+1|a,@x| x |<b>&amp;|_x0041_|日本|😀|TRUE|1/2|2026-03-01|1E5|10 %|#N/A|1.234,50|äöå €'.split(
      '|',
    );
  const numbers = ['1.50', '-0.000001', '123456789012345', '1234567890123456789', '5088.75', '0', ''];
  const days = ['2026-03-01', '2024-02-29', '2026-02-30', ''];
  const table = {
    name: 'List',
    columns: [
      { head: 'Text', kind: 'text' },
      { head: 'Number', kind: 'number' },
      { head: 'Day', kind: 'day' },
    ],
    rows: texts.map((text, n) => [text, numbers[n % numbers.length], days[n % days.length]]),
  };
  const list = (/** @type {string} */ format, /** @type {string} */ language) => {
    const writer = tableWriter(format, table.name, table.columns, peoplesCsv(language));
    writer.rows(table.rows);
    return writer.finish();
  };
  const ledger = testLedger(
    Object.values(nastyDays).map((source, at) => ({ source, date: `2026-03-0${at + 1}` })),
  );
  /** @type {[name: string, file: Blob, sheets: (typeof table)[], filter?: string][]} */
  const files = [
    ['list.xlsx', list('xlsx', 'en'), [table]],
    ['report.xlsx', xlsxOf([table, { ...table, name: 'Other' }]), [table, table]],
    ...['en', 'fi'].flatMap((language) => {
      // How the spreadsheets of that language open it: the separator, and their language by its number.
      const filter = language === 'fi' ? '59,34,76,1,,1035,false,false' : '44,34,76,1,,1033,false,false';
      return /** @type {typeof files} */ ([
        [`list-${language}.csv`, list('csv', language), [table], filter],
        [`change-set-${language}.csv`, new Blob([csvOf(table, language)]), [table], filter],
        [
          `vouchers-${language}.xlsx`,
          new Blob([xlsxFile(ledger, language).bytes]),
          [rowsTable(ledger, language), aboutTable(ledger, language)],
        ],
      ]);
    }),
  ];
  let wrong = 0;
  for (const [name, file, sheets, filter] of files) {
    await writeFile(path.join(folder, name), Buffer.from(await file.arrayBuffer()));
    await promisify(execFile)(soffice ?? '', [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      ...(filter === undefined ? [] : [`--infilter=Text - txt - csv (StarCalc):${filter}`]),
      '--convert-to',
      'xlsx',
      '--outdir',
      path.join(folder, 'opened'),
      path.join(folder, name),
    ]);
    const saved = path.join(folder, 'opened', name.replace(/\.\w+$/, '.xlsx'));
    const book = read(await readFile(saved), { cellDates: true });
    for (const [at, { columns, rows }] of sheets.entries()) {
      const sheet = book.Sheets[book.SheetNames[at] ?? ''] ?? {};
      /** @type {unknown[][]} */
      const found = utils.sheet_to_json(sheet, { header: 1, raw: true, defval: '' });
      const asked = [columns.map(({ head }) => head), ...rows];
      for (const [line, cells] of asked.entries())
        for (const [column, { kind }] of columns.entries()) {
          // LibreOffice writes one kind of line ends.
          const value = (cells[column] ?? '').replaceAll('\r\n', '\n');
          const cell = found[line]?.[column] ?? '';
          const text =
            cell instanceof Date
              ? cell.toISOString().slice(0, 10)
              : typeof cell === 'string'
                ? cell
                : JSON.stringify(cell);
          const isNumber =
            line > 0 && kind === 'number' && value !== '' && value.replaceAll(/\D/g, '').length <= 15;
          const right = isNumber
            ? typeof cell === 'number' && cell === Number(value)
            : (filter === undefined ? text : unguarded(text)) === value;
          const formula = sheet[utils.encode_cell({ r: line, c: column })]?.f;
          const isRun = formula !== undefined && !/^"(?:[^"]|"")*"$/.test(formula);
          if (right && !isRun) continue;
          wrong += 1;
          console.log(name, line + 1, JSON.stringify(value), 'became', JSON.stringify(cell), formula ?? '');
        }
    }
  }
  console.log(`${files.length} tables opened by LibreOffice, ${wrong} cells are not what was written`);
  return wrong;
}
