import { itemStates } from '@/contract/change-set';
import { refusalOf, stateAfter } from '@/contract/change-set-acts';
import type { Resource } from '@/contract/resource';
import type { JsonObject } from '@/record/json';
import type { ChangeSet, ChangeSets, NewItem, NewSet } from '../../changes/change-sets';
import type { Client } from '../../data/client';
import { RequestError } from '../../data/request-error';
import { newRecord } from '../../form/engine/validate';
import { storeOnGenericServer } from '../../form/save/save-on-generic-server';
import { readRecord } from '../../form/save/stored-record';
import { idIn } from '../../record/entity';
import { jsonText } from '@/record/json';
import {
  answeredItem,
  browserItem,
  examineItem,
  intendedBy,
  itemBack,
  type BrowserItem,
} from './browser-items';
import { emptySet, listBrowserItems, refuse, sumOfUndo } from './browser-set-lists';

/** Change sets that a tab keeps. */
export interface BrowserChangeSets extends ChangeSets {
  /** Returns all of them, the newest last. */
  readonly all: () => readonly ChangeSet[];
}

interface Kept {
  set: ChangeSet;
  /** The state in which the preview began. */
  before: string | null;
  readonly items: Map<string, BrowserItem>;
}

/** How many requests go at once. */
const atOnce = 6;

/**
 * Change sets of a server of which only the interface is known: kept in this tab until it is closed. The preview reads
 * each record and checks it against the contract; the apply writes record by record, six at a time, and keeps each
 * result; the undo writes back what was read. There are no schedules and no approvals.
 */
export function createBrowserChangeSets(
  client: Client,
  resourceOf: (name: string) => Resource | undefined,
): BrowserChangeSets {
  const kept = new Map<string, Kept>();
  let last = 0;

  const find = (id: string): Kept => {
    const found = kept.get(id);
    if (!found)
      throw new RequestError({ kind: 'problem', status: 404, message: 'There is no such change set here' });
    return found;
  };
  const note = (one: Kept, more: Partial<ChangeSet>): ChangeSet => {
    const counts = Object.fromEntries<number>(itemStates.map((state) => [state, 0]));
    let cells = 0;
    for (const { state, values } of one.items.values()) {
      counts[state] = (counts[state] ?? 0) + 1;
      cells += values.length;
    }
    const modified_at = new Date().toISOString();
    one.set = { ...one.set, ...more, modified_at, counts: { ...counts, items: one.items.size, cells } };
    return one.set;
  };
  const add = (one: Kept, given: NewItem): void => {
    const resource = resourceOf(given.resource);
    if (!resource) throw new Error(`There is no resource ${given.resource}`);
    const id = given.recordId ?? `new-${(last += 1)}`;
    const key = `${given.resource} ${id}`;
    one.items.set(key, browserItem(given, resource, one.items.size + 1, id, one.items.get(key)));
  };

  const collect: ChangeSets['collect'] = async (set, items, { into, onProgress, signal } = {}) => {
    const id = into ?? newKept(set);
    const one = find(id);
    let done = 0;
    for await (const part of Symbol.asyncIterator in items ? items : [items]) {
      signal?.throwIfAborted();
      for (const item of part) add(one, item);
      onProgress?.((done += part.length));
    }
    note(one, { previewed_at: null });
    return id;
  };

  function newKept(set: NewSet): string {
    const id = `00000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`;
    kept.set(id, { set: emptySet(id, set), before: null, items: new Map() });
    return id;
  }

  const read = async (item: BrowserItem): Promise<JsonObject | null> =>
    item.isNew && item.state !== 'applied'
      ? null
      : (await readRecord(client, item.resource, item.recordId)).record;

  const examine = async (one: Kept, item: BrowserItem) => {
    const now = await read(item);
    return { now, decisions: examineItem(item, now, one.set.origin === 'undo' ? 'theirs' : undefined) };
  };

  const work = async (
    one: Kept,
    status: 'previewing' | 'running',
    each: (item: BrowserItem) => Promise<void>,
  ) => {
    const waiting = [...one.items.values()].filter(({ state }) => state !== 'applied');
    const total = waiting.length;
    note(one, { status, progress: { done: 0, total } });
    let done = 0;
    const isStopped = () => one.set.status !== status;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let item = waiting.shift(); item && !isStopped(); item = waiting.shift()) {
          await each(item).catch((error: unknown) => refuse(item, error));
          note(one, isStopped() ? {} : { progress: { done: (done += 1), total } });
        }
      }),
    );
    return isStopped();
  };

  const preview = async (one: Kept): Promise<ChangeSet> => {
    const before = one.set.status;
    one.before = before;
    await work(one, 'previewing', async (item) => void (await examine(one, item)));
    return note(one, {
      status: before,
      progress: null,
      previewed_at: new Date().toISOString(),
    });
  };

  const apply = async (one: Kept): Promise<ChangeSet> => {
    const stopped = await work(one, 'running', async (item) => {
      const { now, decisions } = await examine(one, item);
      if (item.state !== 'ready') return;
      if (now) {
        const stored = await storeOnGenericServer(
          { client, resource: item.resource },
          item.recordId,
          { record: now, etag: null },
          intendedBy(now, decisions),
        );
        Object.assign(item, { before: now, made: stored.record, now: stored.record });
      } else {
        const answer = await client.post(
          item.resource.name,
          jsonText(intendedBy(newRecord(item.resource), decisions)),
        );
        const recordId = idIn(answer.text);
        if (recordId === undefined)
          throw new RequestError({ kind: 'unverified', message: 'The new record has no id' });
        const { record } = await readRecord(client, item.resource, recordId);
        Object.assign(item, { recordId, made: record, now: record });
      }
      item.state = 'applied';
    });
    return note(one, {
      status: stopped ? 'stopped' : 'applied',
      progress: null,
      applied_at: new Date().toISOString(),
    });
  };

  const undo = async (one: Kept): Promise<ChangeSet> => {
    const id = newKept({ name: `Undo: ${one.set.name}`, origin: 'undo' });
    const made = find(id);
    made.set = { ...made.set, undoes: one.set.id };
    for (const item of one.items.values()) {
      const back = itemBack(item);
      if (!back) continue;
      add(made, back);
      const added = made.items.get(`${back.resource} ${back.recordId ?? ''}`);
      if (added) added.base = back.base;
    }
    return preview(made);
  };

  return {
    all: () => [...kept.values()].map(({ set }) => set),
    collect,
    applyNow: async (set, items) => apply(find(await collect(set, items))),
    get: async (id) => find(id).set,
    change: async (id, body) => note(find(id), JSON.parse(jsonText(body))),
    move: async (id, action) => {
      const one = find(id);
      if (refusalOf(one.set, action) !== null)
        throw new RequestError({
          kind: 'problem',
          status: 409,
          message: `The change set is ${one.set.status}`,
        });
      switch (action) {
        case 'preview':
          return preview(one);
        case 'apply': {
          const done = await apply(one);
          const undone = done.undoes === null ? undefined : kept.get(done.undoes);
          if (undone) note(undone, { undone_by: id });
          return done;
        }
        case 'undo':
          return undo(one);
        case 'stop':
          return note(one, { status: stateAfter(one.set.status, 'stop', one.before), progress: null });
        case 'discard':
          return note(one, { status: stateAfter(one.set.status, 'discard', null), active: false });
        default:
          throw new RequestError({ kind: 'problem', status: 405, message: `This server has no ${action}` });
      }
    },
    items: async (id, query) => listBrowserItems([...find(id).items.values()], query),
    undoSum: async (id) => sumOfUndo([...find(id).items.values()]),
    choose: async (id, choice, ns, pointer) => {
      const one = find(id);
      for (const item of one.items.values()) {
        if (ns ? !ns.includes(item.n) : item.state !== 'conflict') continue;
        const pointers = answeredItem(item).cells.map((cell) => cell.pointer);
        const chosen = pointers.filter((each) => pointer === undefined || each === pointer);
        item.choices = { ...item.choices, ...Object.fromEntries(chosen.map((each) => [each, choice])) };
        examineItem(item, item.now);
      }
      return note(one, {});
    },
    remove: async (id, names) => {
      const one = find(id);
      for (const { resource, record_id: recordId } of names) one.items.delete(`${resource} ${recordId}`);
      return note(one, {});
    },
  };
}
