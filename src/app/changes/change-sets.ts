import { z } from 'zod';
import { changeSetStatuses, type Choice, type Origin } from '@/contract/change-set';
import type { SetAct } from '@/contract/change-set-acts';
import { refusedLimits, refusedPage, refusedSize, type NewRefusedLines } from '@/contract/change-set-refused';
import { changeSetItem, itemTotals, undoSum, withheldItems } from '@/contract/change-set-items';
import { isArray, isObject, jsonText, parseRecord, type Json, type JsonObject } from '@/record/json';
import type { Client } from '../data/client';
import { newGuid } from '../data/new-guid';

/** A change of one record: a merge patch from a version of it, or with no id a new record. */
export interface NewItem {
  readonly resource: string;
  readonly recordId: string | null;
  readonly version: number | null;
  readonly patch: JsonObject;
  /** The line of the file that it comes from. */
  readonly line?: number;
}

/** A change set to make. */
export interface NewSet {
  readonly name: string;
  readonly origin: Origin;
  readonly applyAt?: string;
  readonly revertAt?: string;
  readonly data?: JsonObject;
}

const changeSetShape = z.looseObject({
  id: z.guid(),
  name: z.string(),
  active: z.boolean(),
  origin: z.string(),
  status: z.enum(changeSetStatuses),
  counts: z.record(z.string(), z.int()),
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  apply_at: z.string().nullable(),
  revert_at: z.string().nullable(),
  previewed_at: z.string().nullable(),
  made_by: z.string().nullable(),
  made_by_id: z.guid().nullable(),
  previewed_by: z.string().nullable(),
  previewed_by_id: z.guid().nullable(),
  changed_by_ids: z.array(z.guid()),
  requested_by: z.string().nullable(),
  requested_by_id: z.guid().nullable(),
  approved_by: z.string().nullable(),
  applied_by: z.string().nullable(),
  applied_at: z.string().nullable(),
  due_at: z.string().nullable(),
  revert_due_at: z.string().nullable(),
  missed: z.boolean(),
  undoes: z.guid().nullable(),
  undone_by: z.guid().nullable(),
  problem: z.string().nullable(),
  version: z.int(),
  created_at: z.string(),
  modified_at: z.string(),
  data: z.looseObject({
    file: z
      .looseObject({ name: z.string(), lines: z.int(), refused: z.int().nullable().optional() })
      .optional(),
  }),
});
/** A change set as the service answers it. */
export type ChangeSet = z.output<typeof changeSetShape>;
/** One value that an item changes, with every digit. A missing `before`, `after` or `now` is a missing value. */
export interface SetCell {
  readonly pointer: string;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** What it is now, if somebody changed it since; with who did, and when. */
  readonly now?: Json | undefined;
  readonly who?: string | null | undefined;
  readonly at?: string | undefined;
}
/** An item of a set: what it makes of one record. */
export type SetItem = Omit<z.output<typeof changeSetItem>, 'cells' | 'patch'> & {
  readonly cells: readonly SetCell[];
  readonly patch: JsonObject;
};
/** How many items a query finds in all. */
export type ItemTotals = z.output<typeof itemTotals>;
/** What an undo would do, in numbers. */
export type UndoSum = z.output<typeof undoSum>;
/** A page of items; `totals` if they were asked for. */
export interface ItemPage {
  readonly items: SetItem[];
  readonly next_cursor: string | null;
  readonly totals?: ItemTotals | undefined;
  /** How many items of which resource this person may not see. */
  readonly withheld: readonly { readonly resource: string; readonly items: number }[];
}
const pageShape = z.object({
  items: z.array(changeSetItem),
  next_cursor: z.string().nullable(),
  totals: itemTotals.optional(),
  withheld: withheldItems.default([]),
});

/** A page of the lines of its file that were refused before they became items. */
export type RefusedPage = z.output<typeof refusedPage>;

/** What is done with a whole set. */
export type SetAction = Exclude<SetAct, 'add' | 'remove' | 'choose' | 'edit' | 'deactivate'>;

/** How items are added: to a draft that is there (`into`), with news of the progress, until `signal`. */
export interface CollectOptions {
  readonly into?: string;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Change sets of one server. */
export interface ChangeSets {
  /** Makes a draft, or adds to one, in arrays of at most 1,000; returns its id. A draft that it made and could not fill is discarded. */
  readonly collect: (
    set: NewSet,
    items: readonly NewItem[] | AsyncIterable<readonly NewItem[]>,
    options?: CollectOptions,
  ) => Promise<string>;
  /** Makes a set and applies it at once: what few records are changed by. If it cannot be applied it is discarded. */
  readonly applyNow: (set: NewSet, items: readonly NewItem[]) => Promise<ChangeSet>;
  readonly get: (id: string, signal?: AbortSignal) => Promise<ChangeSet>;
  /** Changes name, times or data of a set. */
  readonly change: (id: string, body: JsonObject) => Promise<ChangeSet>;
  /** Does something with a set; of an undo it returns the new set. Longer work goes on after the answer. */
  readonly move: (id: string, action: SetAction) => Promise<ChangeSet>;
  readonly items: (
    id: string,
    query: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ) => Promise<ItemPage>;
  /** Returns what an undo would do, in numbers that add up to what was applied. */
  readonly undoSum: (id: string, signal?: AbortSignal) => Promise<UndoSum>;
  readonly choose: (
    id: string,
    choice: Choice,
    items?: readonly number[],
    pointer?: string,
  ) => Promise<ChangeSet>;
  /** The lines of its file that were refused before they became items. */
  readonly refused: {
    /** Keeps lines with a draft, as many as a request may have at once. */
    readonly keep: (id: string, given: NewRefusedLines, signal?: AbortSignal) => Promise<void>;
    readonly page: (
      id: string,
      query: Readonly<Record<string, string>>,
      signal?: AbortSignal,
    ) => Promise<RefusedPage>;
  };
  /** Takes items out of a draft, or values of them. */
  readonly remove: (
    id: string,
    items: readonly { resource: string; record_id: string; pointers?: readonly string[] }[],
  ) => Promise<ChangeSet>;
}

/** The most items of one request. */
const atOnce = 1000;
/** Characters of one request: an array may have 8 MB. */
const mostCharacters = 4_000_000;

/** Returns the change sets of our own service. */
export function createChangeSets(client: Client): ChangeSets {
  const address = (id: string) => `changeset/${encodeURIComponent(id)}`;
  const read = (text: string): ChangeSet => changeSetShape.parse(JSON.parse(text));
  const post = async (path: string, body: string, signal?: AbortSignal): Promise<string> =>
    (await client.post(path, body, { signal })).text;

  const collect: ChangeSets['collect'] = async (set, items, { into, onProgress, signal } = {}) => {
    if (into !== undefined) return fill(into, items, onProgress, signal);
    const { id } = read(await post('changeset', bodyOf(set), signal));
    return orDiscard(id, () => fill(id, items, onProgress, signal));
  };
  /** Discards a set if what is done with it fails: nobody knows of it. What the service got nevertheless is not discarded. */
  const orDiscard = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      await move(id, 'discard').catch(() => undefined);
      throw error;
    }
  };
  const fill = async (
    id: string,
    items: Parameters<ChangeSets['collect']>[1],
    onProgress?: CollectOptions['onProgress'],
    signal?: AbortSignal,
  ): Promise<string> => {
    let done = 0;
    const send = async (texts: readonly string[]) => {
      await post(`${address(id)}/items`, `[${texts.join(',')}]`, signal);
      onProgress?.((done += texts.length));
    };
    // The next items are read, from a large file for example, while these are on their way.
    let underWay = Promise.resolve();
    for await (const texts of requestsOf(items)) {
      await underWay;
      signal?.throwIfAborted();
      underWay = send(texts);
      // Awaited before the next one; reading may fail first.
      underWay.catch(() => undefined);
    }
    await underWay;
    return id;
  };
  const move: ChangeSets['move'] = async (id, action) => read(await post(`${address(id)}/${action}`, '{}'));

  return {
    collect,
    async applyNow(set, items) {
      const id = await collect(set, items);
      return orDiscard(id, () => move(id, 'apply'));
    },
    get: async (id, signal) => read((await client.getRecord('changeset', id, signal)).text),
    change: async (id, body) => read((await client.put('changeset', id, jsonText(body))).text),
    move,
    async items(id, query, signal) {
      const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
      return readPage(await client.text(`/api/secure/${address(id)}/items?${parameters.toString()}`, signal));
    },
    undoSum: async (id, signal) =>
      undoSum.parse(await client.json(`/api/secure/${address(id)}/undo`, signal)),
    choose: async (id, choice, n, pointer) =>
      read(await post(`${address(id)}/items/choose`, JSON.stringify({ choice, n, pointer }))),
    refused: {
      async keep(id, given, signal) {
        for (const lines of partsOf(given.lines))
          await post(`${address(id)}/refused`, JSON.stringify({ ...given, lines }), signal);
      },
      page: async (id, query, signal) =>
        refusedPage.parse(
          await client.json(
            `/api/secure/${address(id)}/refused?${new URLSearchParams(query).toString()}`,
            signal,
          ),
        ),
    },
    remove: async (id, names) => read(await post(`${address(id)}/items/remove`, JSON.stringify(names))),
  };
}

/** Parses a page of items; the values of its cells and patches keep all their digits. */
function readPage(text: string): ItemPage {
  const page = pageShape.parse(JSON.parse(text));
  const exact = parseRecord(text)['items'];
  const items = page.items.map((item, at): SetItem => {
    const whole = isArray(exact) ? exact[at] : undefined;
    const { cells, patch } = isObject(whole) ? whole : {};
    return {
      ...item,
      patch: isObject(patch) ? patch : {},
      cells: item.cells.map(({ pointer, who, at: when }, n) => {
        const cell = isArray(cells) ? cells[n] : undefined;
        const { before, after, now } = isObject(cell) ? cell : {};
        return { pointer, before, after, now, who, at: when };
      }),
    };
  });
  return { ...page, items };
}

const bodyOf = ({ name, origin, applyAt, revertAt, data }: NewSet): string =>
  jsonText({
    name,
    origin,
    ...(applyAt !== undefined && { apply_at: applyAt }),
    ...(revertAt !== undefined && { revert_at: revertAt }),
    ...(data && { data }),
  });

/** Groups items into requests: at most 1,000 each, and no larger than an array may be. */
async function* requestsOf(
  items: readonly NewItem[] | AsyncIterable<readonly NewItem[]>,
): AsyncGenerator<string[]> {
  let texts: string[] = [];
  let characters = 0;
  for await (const part of Symbol.asyncIterator in items ? items : [items]) {
    for (const item of part) {
      const text = itemText(item);
      if (texts.length === atOnce || characters + text.length > mostCharacters) {
        yield texts;
        texts = [];
        characters = 0;
      }
      texts.push(text);
      characters += text.length;
    }
  }
  if (texts.length > 0) yield texts;
}

/** Groups refused lines into requests, none larger than one may be. */
function* partsOf(lines: NewRefusedLines['lines']): Generator<NewRefusedLines['lines']> {
  let part: NewRefusedLines['lines'] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = refusedSize(line);
    if (
      part.length === refusedLimits.atOnce ||
      (part.length > 0 && bytes + size > refusedLimits.requestBytes)
    ) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(line);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

// A new record gets its id here, so that a request that is sent again adds no second one.
const itemText = ({ resource, recordId, version, patch, line }: NewItem): string =>
  `{"resource":${JSON.stringify(resource)},"record_id":${JSON.stringify(recordId ?? newGuid())},"version":${JSON.stringify(version)},${
    line === undefined ? '' : `"line":${line},`
  }"patch":${jsonText(patch)}}`;
