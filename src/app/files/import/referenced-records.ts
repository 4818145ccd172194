import { queryOptions } from '@tanstack/react-query';
import { fieldOf } from '../../shell/screen';
import type { App } from '../../shell/app-context';
import { largestPage, type RowQuery } from '../../data/row-source';
import type { ImportDeclaration, Referenced } from '../understanding/import-field';

const everyRecord: RowQuery = { q: '', sort: 'name', active: 'all', filters: {} };

/** Returns the resources that the cells of a file may name. */
const namedBy = ({ fields, each, makes = [], from }: ImportDeclaration): readonly string[] => [
  ...new Set([
    ...fields.flatMap(({ references }) => (references === undefined ? [] : [references])),
    ...(each ? [each.resource] : []),
    ...makes,
    ...(from ? [from.resource] : []),
  ]),
];

/** Query of the records that the cells of a file may name, by resource. */
export const referencesQuery = ({ source, screens }: App, declaration: ImportDeclaration) =>
  queryOptions({
    queryKey: [declaration.resource, 'files', 'references'],
    queryFn: async (): Promise<Readonly<Record<string, readonly Referenced[]>>> => {
      const entries = await Promise.all(
        namedBy(declaration).map(async (name) => {
          const screen = screens[name];
          if (!screen) return [name, []] as const;
          const rows = await source.all(screen.contract, everyRecord, {});
          return [
            name,
            rows.map((row): Referenced => {
              const code = screen.code === undefined ? undefined : fieldOf(row, screen.code);
              const { rate, name: text, data } = row;
              const includesTax = [data['tax_included'], data['included']].find(
                (one) => typeof one === 'boolean',
              );
              return {
                id: row.id,
                name: typeof text === 'string' ? text : '',
                codes: typeof code === 'string' || typeof code === 'number' ? [String(code)] : [],
                rate: typeof rate === 'string' ? rate : undefined,
                includesTax,
                isActive: row.active,
              };
            }),
          ] as const;
        }),
      );
      return Object.fromEntries(entries);
    },
  });

/** How many pages are read at once. */
const concurrency = 4;

/**
 * Reads every record of a resource and gives its pages as text, so that no digit is lost, in any order.
 */
export async function readPages(
  { current }: App,
  resource: string,
  options: {
    readonly give: (page: string) => Promise<void>;
    readonly progress: (done: number, total: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { give, progress, signal } = options;
  const page = (n: number) =>
    current.client.getWithHeaders(`/api/secure/${resource}?page=${n}&pageSize=${largestPage}`, signal);
  const first = await page(1);
  const total = Number(first.headers.get('X-Total-Count') ?? 0);
  await give(first.text);
  const pages = Math.ceil(total / largestPage);
  let next = 2;
  let done = 1;
  progress(Math.min(largestPage, total), total);
  const work = async () => {
    while (next <= pages) {
      const n = next;
      next += 1;
      await give((await page(n)).text);
      done += 1;
      progress(Math.min(done * largestPage, total), total);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
