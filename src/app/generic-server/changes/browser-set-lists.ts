import { jsonText } from '@/record/json';
import type { ChangeSet, ItemPage, NewSet, SetItem, UndoSum } from '../../changes/change-sets';
import { RequestError } from '../../data/request-error';
import { answeredItem, type BrowserItem } from './browser-items';

/** Returns a page of the items that match, with the parameters of our own service (docs/design.md#change-sets). */
export function listBrowserItems(
  items: readonly BrowserItem[],
  query: Readonly<Record<string, string>>,
): ItemPage {
  const matching = items.map(answeredItem).filter((item) => matches(item, query));
  const after = Number(query['cursor'] ?? 0);
  const rest = after > 0 ? matching.filter(({ n }) => n > after) : matching.slice(Number(query['skip'] ?? 0));
  const page = rest.slice(0, Number(query['limit'] ?? 100));
  return {
    items: page,
    next_cursor: rest.length > page.length ? String(page.at(-1)?.n) : null,
    withheld: [],
    ...(query['totals'] === 'true' && {
      totals: {
        items: matching.length,
        cells: matching.reduce((sum, { cells }) => sum + cells.length, 0),
        new: matching.filter(({ is_new }) => is_new).length,
        chosen: matching.filter(({ choices }) => Object.keys(choices).length > 0).length,
      },
    }),
  };
}

function matches(item: SetItem, query: Readonly<Record<string, string>>): boolean {
  const isOneOf = (name: string, value: string) => !query[name] || query[name].split(',').includes(value);
  const waits = item.state === 'conflict' || item.state === 'kept' || Object.keys(item.choices).length > 0;
  const words = `${item.label.name} ${item.label.code} ${item.line ?? ''}`.toLowerCase();
  return (
    isOneOf('state', item.state) &&
    isOneOf('record_id', item.record_id) &&
    isOneOf('resource', item.resource) &&
    (!query['waits'] || String(waits) === query['waits']) &&
    (!query['field'] || item.cells.some(({ pointer }) => pointer === query['field'])) &&
    (!query['changed'] || isChangedSince(item)) &&
    !query['warning'] &&
    words.includes((query['q'] ?? '').toLowerCase())
  );
}

const isChangedSince = ({ state, cells }: SetItem): boolean =>
  state === 'applied' && cells.some(({ now }) => now !== undefined);

/** Returns what an undo would do, by what was read last: its preview reads the records again. */
export function sumOfUndo(items: readonly BrowserItem[]): UndoSum {
  const sum = {
    back: { records: 0, cells: 0 },
    made: { records: 0, cells: 0 },
    stay: { records: 0, cells: 0 },
  };
  const count = (part: keyof typeof sum, cells: number) => {
    if (cells === 0) return;
    sum[part].records += 1;
    sum[part].cells += cells;
  };
  for (const item of items.map(answeredItem)) {
    if (item.state !== 'applied') continue;
    const others = item.cells.filter(({ now }) => now !== undefined).length;
    if (!item.is_new) count('stay', others);
    count(item.is_new ? 'made' : 'back', item.cells.length - (item.is_new ? 0 : others));
  }
  return sum;
}

/** What the server said of an item stands at the item; the others go on. */
export function refuse(item: BrowserItem, error: unknown): void {
  item.state = 'refused';
  const problem = error instanceof RequestError ? error.problem : null;
  const detail = error instanceof Error ? error.message : String(error);
  const code =
    error instanceof RequestError && error.status === 404 ? 'not_found' : (problem?.code ?? 'refused');
  item.problems = problem?.errors ?? [{ pointer: '', code, detail: problem?.detail ?? detail }];
}

/** Returns a draft with nothing in it. */
export const emptySet = (id: string, { name, origin, data }: NewSet): ChangeSet => {
  const now = new Date().toISOString();
  return {
    id,
    name,
    active: true,
    origin,
    status: 'draft',
    counts: { items: 0 },
    progress: null,
    apply_at: null,
    revert_at: null,
    previewed_at: null,
    made_by: null,
    made_by_id: null,
    previewed_by: null,
    previewed_by_id: null,
    changed_by_ids: [],
    requested_by: null,
    requested_by_id: null,
    approved_by: null,
    applied_by: null,
    applied_at: null,
    due_at: null,
    revert_due_at: null,
    missed: false,
    undoes: null,
    undone_by: null,
    problem: null,
    version: 1,
    created_at: now,
    modified_at: now,
    data: data ? JSON.parse(jsonText(data)) : {},
  };
};
