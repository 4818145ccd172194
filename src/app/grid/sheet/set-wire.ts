import { isArray, isNumber, isObject, parseJson, type Json, type JsonObject } from '@/record/json';
import type { ChangeSet, ChangeSets } from '../../changes/change-sets';
import type { Origin } from '@/contract/change-set';
import type { Client } from '../../data/client';
import type { Row } from '../../data/row';
import type { ScreenColumn } from '../../shell/screen';
import type { CellValue } from '../edit/cell-edits';
import { pointerOfField, type Pending, type PendingCell, type PendingRecord } from './pending';
import type { Applied, KeptDraft } from './sheet-store';

/** How many records are read at once (docs/design.md#concurrency). */
const concurrency = 6;

/** Reads records as list rows, six at a time. A record that cannot be read is left out. */
export async function readRows(client: Client, resource: string, ids: readonly string[]): Promise<Row[]> {
  const rows = new Map<string, Row>();
  const queue = ids.values();
  const work = async () => {
    for (const id of queue) {
      // eslint-disable-next-line no-await-in-loop
      const text = await client.getRecord(resource, id).catch(() => null);
      if (text) rows.set(id, JSON.parse(text.text) as Row);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Returns why items of an applied set were not applied: refused ones, and those that somebody changed since. */
export async function refusedItems(
  client: Client,
  set: string,
  conflict: string,
): Promise<Applied['refused']> {
  const found: Applied['refused'][number][] = [];
  for (const state of ['refused', 'conflict', 'kept'] as const)
    // eslint-disable-next-line no-await-in-loop
    for await (const item of itemsOf(client, set, `state=${state}`)) {
      const id = textAt(item, 'record_id');
      const problems = isArray(item['problems']) ? item['problems'].filter(isObject) : [];
      if (state !== 'refused') found.push(...conflictsOf(item, id, conflict));
      else if (problems.length === 0) found.push({ id, field: null, text: conflict });
      for (const problem of problems)
        found.push({
          id,
          field: fieldOfPointer(textAt(problem, 'pointer')),
          text: textAt(problem, 'detail'),
        });
    }
  return found;
}

/** Returns the values of an item that somebody changed since it was made. */
function conflictsOf(item: JsonObject, id: string, text: string): Applied['refused'] {
  const cells = isArray(item['cells']) ? item['cells'].filter(isObject) : [];
  const changed = cells.filter((cell) => Object.hasOwn(cell, 'who') || Object.hasOwn(cell, 'at'));
  return (changed.length > 0 ? changed : cells).map((cell) => ({
    id,
    field: fieldOfPointer(textAt(cell, 'pointer')),
    text,
  }));
}

/** Iterates over the items of a set. */
async function* itemsOf(client: Client, set: string, query: string): AsyncGenerator<JsonObject> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    // eslint-disable-next-line no-await-in-loop
    const page = parseJson(
      await client.text(`/api/secure/changeset/${set}/items?limit=1000&${query}${after}`),
    );
    if (!isObject(page)) return;
    const items = isArray(page['items']) ? page['items'].filter(isObject) : [];
    yield* items;
    const next = page['next_cursor'];
    cursor = typeof next === 'string' && items.length > 0 ? next : null;
  }
}

/** Returns the open draft that this person collected in this list; null if there is none. */
export async function findDraft(
  client: Client,
  { list, origin, resource }: { readonly list: string; readonly origin: Origin; readonly resource: string },
  owner: string,
  columns: readonly ScreenColumn[],
): Promise<KeptDraft | null> {
  const { rows } = await client.list<Row>('changeset', {
    origin,
    status: 'draft',
    sort: '-modified_at',
    pageSize: 100,
  });
  const mine = rows.find(({ active, data }) => active && data['list'] === list && data['owner'] === owner);
  if (!mine) return null;
  const given = mine.data['formula'];
  const formula = typeof given === 'string' ? given : undefined;
  return {
    id: mine.id,
    pending: await pendingOf(client, mine.id, resource, columns, formula),
    name: formula === undefined ? null : String(mine['name']),
    keptAt: Date.parse(String(mine['modified_at'])),
  };
}

async function pendingOf(
  client: Client,
  set: string,
  resource: string,
  columns: readonly ScreenColumn[],
  by: string | undefined,
): Promise<Pending> {
  const editings = new Map(
    columns.flatMap(({ editing }) => (editing ? [[pointerOfField(editing.field), editing] as const] : [])),
  );
  const pending = new Map<string, PendingRecord>();
  for await (const item of itemsOf(client, set, `resource=${resource}`)) {
    const cells = new Map<string, PendingCell>();
    for (const cell of isArray(item['cells']) ? item['cells'].filter(isObject) : []) {
      const editing = editings.get(textAt(cell, 'pointer'));
      if (editing)
        cells.set(editing.field, {
          editing,
          before: cellOf(cell['before']),
          after: cellOf(cell['after']),
          by,
        });
    }
    const id = textAt(item, 'record_id');
    const version = item['version'];
    if (cells.size > 0)
      pending.set(id, {
        row: { id, active: true, data: {}, version: isNumber(version) ? Number(version.value) : null },
        cells,
        isSaving: false,
      });
  }
  return pending;
}

const cellOf = (value: Json | undefined): CellValue => {
  if (isNumber(value)) return value.value;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

const textAt = (object: JsonObject, key: string): string => {
  const value = object[key];
  return typeof value === 'string' ? value : '';
};

/** Returns the field of a JSON pointer, as columns name it. */
const fieldOfPointer = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** Milliseconds between questions whether a set is done. */
const interval = 250;

/** Reads a set until nothing is being done with it. */
export async function settledSet(sets: ChangeSets, set: ChangeSet): Promise<ChangeSet> {
  let now = set;
  while (now.status === 'preparing' || now.status === 'previewing' || now.status === 'running') {
    // eslint-disable-next-line no-await-in-loop
    await new Promise((done) => {
      setTimeout(done, interval);
    });
    // eslint-disable-next-line no-await-in-loop
    now = await sets.get(now.id);
  }
  return now;
}
