import { listPath } from '../../data/client';
import { XlsxTextTooLong } from '@/record/xlsx-parts';
import { isDecimalField, type Resource } from '@/contract/resource';
import { download, fileName } from '../../export/download';
import type { ExportColumn } from '../../export/table';
import { useColumnLabel } from '../../grid/columns/grid-head';
import { choiceText } from '../../grid/rows/cell';
import { useLanguage, useText, useTextOf } from '../../i18n/i18n';
import { useApp, type App } from '../../shell/app-context';
import { fieldOf, type Screen, type ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { largestPage, paramsOf, type RowQuery } from '../../data/row-source';
import type { ComputedValues } from './computed';
import type { FromExportWorker, ToExportWorker } from './export-worker';
import type { FileFormat } from '../../export/file-kinds';

/** Writes a file and offers it as a download; returns how many records are in it. */
type Write = (format: FileFormat) => Promise<number>;

/** How many pages are read at once. */
const concurrency = 3;

/** Returns functions that write a list as it stands, and everything of its records. */
export function useExport(
  screen: Screen,
  query: RowQuery,
  columns: readonly ScreenColumn[],
): { readonly list: Write; readonly everything: Write } {
  const app = useApp();
  const say = useText();
  const sayOf = useTextOf(screen.contract.name);
  const label = useColumnLabel(screen.contract.name);
  const { language } = useLanguage();
  const title = sayOf('title');
  const save = (name: string, format: FileFormat, file: Blob) =>
    download(`${fileName(name, new Date().toISOString().slice(0, 10))}.${format}`, file);

  const everything: Write = async (format) => {
    const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
    const post = (message: ToExportWorker) => worker.postMessage(message);
    try {
      const written = new Promise<Blob>((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<FromExportWorker>) =>
          'file' in data
            ? resolve(data.file)
            : reject(data.long ? new XlsxTextTooLong(data.long) : new Error(data.error)),
        );
        worker.addEventListener('error', () => reject(new Error('The worker ended')));
      });
      post({ kind: 'begin', ...kindsOf(screen.contract) });
      const count = await readInOrder(app, screen.contract, query, (page) =>
        post({ kind: 'page', text: page }),
      );
      post({ kind: 'write', format, name: title });
      save(title, format, await written);
      return count;
    } finally {
      worker.terminate();
    }
  };

  const list: Write = async (format) => {
    const [{ tableWriter }, { peoplesCsv }, names, computed] = await Promise.all([
      import('./write-file'),
      import('./guarded-csv'),
      namesOf(app, columns),
      computedOf(screen, app),
    ]);
    const shown = columns.filter((column) => column.cell === undefined || computed[column.key] !== undefined);
    const heads = shown.map((column): ExportColumn => ({ head: label(column), kind: kindOf(column) }));
    // A list is for people: their spreadsheet parts cells and decimals as their language does.
    const writer = tableWriter(format, title, heads, peoplesCsv(language));
    const cell = (row: Row, column: ScreenColumn): string | null => {
      const compute = computed[column.key];
      if (compute) return compute(row);
      const value = fieldOf(row, column.key);
      if (value === null || value === undefined) return null;
      if (column.as === 'reference' && typeof value === 'string') return names.get(value) ?? value;
      if (column.as === 'flag') return say(value === true ? 'list.yes' : 'list.no');
      if (column.as === 'choice') return choiceText(sayOf, column.key, value);
      return typeof value === 'string' ? value : JSON.stringify(value);
    };
    const count = await readInOrder(app, screen.contract, query, (page) => {
      const rows: readonly Row[] = JSON.parse(page);
      writer.rows(rows.map((row) => shown.map((column) => cell(row, column))));
    });
    save(title, format, writer.finish());
    return count;
  };
  return { list, everything };
}

/** Reads the pages of a list as text, some at once, and gives them in their order; returns how many records they have. */
async function readInOrder(
  { current }: App,
  contract: Resource,
  query: RowQuery,
  give: (page: string) => void,
): Promise<number> {
  const page = (n: number) =>
    current.client.getWithHeaders(
      listPath(contract.name, { ...paramsOf(query, contract), page: n, pageSize: largestPage }),
    );
  const first = await page(1);
  const total = Number(first.headers.get('X-Total-Count') ?? 0);
  give(first.text);
  const pages = Math.ceil(total / largestPage);
  const open: ReturnType<typeof page>[] = [];
  for (let n = 2; n <= pages + concurrency; n += 1) {
    if (n <= pages) open.push(page(n));
    if (open.length >= concurrency || n > pages) {
      const next = await open.shift();
      if (next) give(next.text);
    }
  }
  return total;
}

/** Returns which fields are decimal text, and which are computed by the service. */
function kindsOf(contract: Resource): { decimals: string[]; computed: string[] } {
  const names = Object.keys(contract.fields);
  return {
    decimals: names.filter((name) => isDecimalField(contract, name)),
    computed: names.filter((name) => contract.fields[name]?.readOnly),
  };
}

const kindOf = ({ as, align }: ScreenColumn): ExportColumn['kind'] =>
  as === 'money' || as === 'decimal' || as === 'integer' || (as === undefined && align === 'right')
    ? 'number'
    : 'text';

/** Reads the names of the records that the columns refer to. */
async function namesOf(
  { source, screens }: App,
  columns: readonly ScreenColumn[],
): Promise<ReadonlyMap<string, string>> {
  const referenced = [...new Set(columns.flatMap(({ references }) => references ?? []))];
  const lists = await Promise.all(
    referenced.map(async (name) => {
      const contract = screens[name]?.contract;
      return contract ? source.all(contract, { q: '', sort: 'name', active: 'all', filters: {} }, {}) : [];
    }),
  );
  return new Map(lists.flat().map((row) => [row.id, typeof row['name'] === 'string' ? row['name'] : row.id]));
}

async function computedOf(screen: Screen, app: App): Promise<ComputedValues> {
  const load = (await screen.files?.())?.computed;
  return load ? load((resource) => rowsOf(app, resource), app.current.me) : {};
}

async function rowsOf({ source, screens }: App, resource: string): Promise<readonly Row[]> {
  const contract = screens[resource]?.contract;
  return contract ? source.all(contract, { q: '', sort: 'name', active: 'all', filters: {} }, {}) : [];
}
