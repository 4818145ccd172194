import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { printTable } from './measure.mjs';
import { startService } from './service.mjs';

// Proves on the demo's whole company that a file comes back as it went out: everything of each list is written as CSV and
// XLSX, opened and saved by LibreOffice (Debian: libreoffice-calc), and imported again. Nothing may change.

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
  const { EverythingFile } = await service.load('/src/core/app/files/out/write-file.ts');
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
  printTable(['', 'lines', 'unchanged', 'changes', 'refused', 'asked'], table);
  if (faults > 0) throw new Error(`${faults} files did not come back as they went out`);
} finally {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
}
