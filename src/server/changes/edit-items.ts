import { sql } from 'kysely';
import type { z } from 'zod';
import type { itemChoice, itemName } from '@/contract/change-set-items';
import { pathOf, pointerOf } from '@/contract/pointer';
import { readValues, storeItems } from './add-items';
import { byTable } from './chunk';
import { cellsOf, currentValues, decideItem, storedItemColumns, type StoredItem } from './examine';
import { enter } from './enter';
import { mayRead, resourcesOf } from './rights';
import { countItems, noteChange, type ChangeSet, type Work } from './sets';

/** Takes items, or some of their values, out of a draft. What is not there is not missed. */
export async function removeItems(
  work: Work,
  id: string,
  names: readonly z.output<typeof itemName>[],
): Promise<void> {
  const { tx, context } = work;
  const { caller } = context;
  const { set } = await enter(work, id, 'remove');
  const readable = (await resourcesOf(tx, caller, id)).filter((name) =>
    mayRead(context.tables, caller, name),
  );
  const rows = await tx.rows(sql<
    StoredItem & { line: number | null; version: number | null; pointers: string[] | null }
  >`
    select ${storedItemColumns}, i.line, i.version, g.pointers
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) g(n int, resource text, record_id uuid, pointers text[])
    join changeset_item i on i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id}
      and i.resource = any(${readable}::text[])
      and (i.n = g.n or (i.resource = g.resource and i.record_id = g.record_id))`);
  const gone: number[] = [];
  const changed = rows.flatMap(({ pointers, ...row }) => {
    const values = new Map(readValues(row));
    for (const pointer of pointers ?? []) values.delete(JSON.stringify(pathOf(pointer)));
    const nulls: string[][] = JSON.parse(row.nulls);
    if (pointers !== null && values.size > 0) return [{ ...row, nulls, values }];
    gone.push(row.n);
    return [];
  });
  await tx.rows(sql`
    delete from changeset_item i
    where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} and i.n = any(${gone}::int[])`);
  await storeItems(work, id, changed);
  await noteCounts(work, set);
}

async function noteCounts(work: Work, set: ChangeSet): Promise<void> {
  const counts = await countItems(work.tx, work.context.caller, set.id);
  await noteChange(work, set, { ...counts, last: set.counts['last'] ?? set.counts['items'] ?? 0 });
}

/** Returns what each item is by its choices and its record as it is now: ready, unchanged, kept or still a conflict. */
async function statesOf(
  { tx, context }: Work,
  set: ChangeSet,
  items: readonly StoredItem[],
): Promise<Map<number, string>> {
  const states = new Map<number, string>();
  for (const { table, group } of byTable(context.tables, items)) {
    const now = await currentValues(tx, context.caller, table, group);
    for (const item of group) states.set(item.n, decideItem(set, item, now.get(item.n)).state);
  }
  return states;
}

/** The most items whose choices are stored in one statement. */
const atOnce = 1000;

/**
 * Chooses between the set's values and those of the records: for all items that wait for it (and those of an undo that stay
 * unless somebody chooses), or some, or one field. An
 * item whose choices are all made is ready, or keeps theirs.
 */
export async function chooseItems(work: Work, id: string, given: z.output<typeof itemChoice>): Promise<void> {
  const { tx, context } = work;
  const { caller } = context;
  const { set } = await enter(work, id, 'choose');
  for (let after = 0; ;) {
    const rows: (StoredItem & { state: string })[] = await tx.rows(sql<StoredItem & { state: string }>`
      select ${storedItemColumns}, i.state from changeset_item i
      where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} and i.n > ${after}
        and ${given.n ? sql`i.n = any(${given.n}::int[]) and i.state <> 'applied'` : sql`(i.state = 'conflict' or (i.state = 'kept' and i.choices = '{}'))`}
      order by i.n limit ${atOnce}`);
    const decided = rows.map((row) => {
      const pointers = cellsOf(row, undefined).map(({ path }) => pointerOf(path));
      const named =
        given.pointer === undefined ? pointers : pointers.filter((pointer) => pointer === given.pointer);
      const choices = Object.fromEntries(named.map((pointer) => [pointer, given.choice]));
      return { ...row, choices: { ...row.choices, ...choices } };
    });
    const states = await statesOf(work, set, decided);
    const chosen = decided.map(({ n, state, choices }) => {
      const isDecided = state === 'conflict' || state === 'kept' || state === 'ready';
      return { n, choices, state: isDecided ? (states.get(n) ?? state) : state };
    });
    await tx.rows(sql`
      update changeset_item i set choices = g.choices, state = g.state
      from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) g(n int, choices jsonb, state text)
      where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} and i.n = g.n`);
    after = rows.at(-1)?.n ?? after;
    if (rows.length < atOnce) break;
  }
  await noteCounts(work, set);
}
