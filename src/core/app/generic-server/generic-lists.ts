import type { Client } from '../data/client';
import { RequestError } from '../data/request-error';
import { largestPage } from '../data/row-source';
import type { Row } from '../data/row';
import { hasId, readList, rowOf, type GenericServerPage } from './list-answer';
import { createListReader, type ListReader, type Place, type Reading } from './list-reader';

/** Loading state of a list of a generic server. */
export interface ListState extends Reading {
  /** When the current rows were read, in milliseconds since 1970; null before any are. */
  readonly at: number | null;
  /** The current rows are not all of the list: reading was stopped. */
  readonly partial: boolean;
}

/**
 * Cache of whole lists of a generic server (docs/design.md#6-servers-that-this-project-did-not-write), in
 * memory and updated with this window's writes.
 */
export interface GenericLists {
  /**
   * Returns the rows of a list: read on the first call, then cached. Throws the `RequestError` of a failed
   * read.
   */
  rows: (resource: string) => Promise<readonly Row[]>;
  /** Returns the state of a list; undefined before its first read. The same object until something changes. */
  state: (resource: string) => ListState | undefined;
  /** Returns whether the server has such a list; undefined while that is not known. */
  served: (resource: string) => boolean | undefined;
  /** Returns the cached rows without reading the list. */
  kept: (resource: string) => readonly Row[] | null;
  stop: (resource: string) => void;
  /** Resumes a stopped read, or retries a failed one. */
  goOn: (resource: string) => void;
  /** Reloads a list; the current rows stay until the new ones are complete. */
  readAgain: (resource: string) => void;
  /** Finds out which of these lists exist, one after the other. */
  look: (resources: readonly string[]) => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  /** Counter that increases whenever it becomes known whether a list exists. */
  servedVersion: () => number;
  /** Client that updates the cached rows after its writes. */
  readonly client: Client;
}

/** Age at which a list is reloaded in the background, in milliseconds. */
const fresh = 5 * 60_000;

/** Timeout of one page, in milliseconds. */
const patience = 60_000;

/** Maximum number of written records that are read one by one; for more, the whole list is reloaded. */
const mostRead = 60;

interface Kept {
  reader: ListReader;
  rows: readonly Row[] | null;
  /** The reader's rows that were last taken over. */
  taken: readonly Row[] | null;
  /** A record was written whose id is not known. */
  stale: boolean;
  at: number | null;
  partial: boolean;
  /** Reader of a reload in the background, which replaces `reader` once it is complete. */
  again: ListReader | null;
  state: ListState;
  /** Ids of records that were written and whose stored form is not known. */
  readonly written: Set<string>;
}

/** Creates the cache. `renewed` is called for every list whose rows have changed by a reload in the background. */
export function createGenericLists(bare: Client, renewed: (resource: string) => void): GenericLists {
  const lists = new Map<string, Kept>();
  const servedLists = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  let servedVersion = 0;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const learn = (resource: string, isServed: boolean) => {
    if (servedLists.get(resource) === isServed) return;
    servedLists.set(resource, isServed);
    servedVersion += 1;
    tell();
  };

  async function ask(
    resource: string,
    place: Place,
    signal?: AbortSignal,
    size = largestPage,
  ): Promise<GenericServerPage> {
    const query = new URLSearchParams(
      'page' in place
        ? { page: String(place.page), pageSize: String(size) }
        : { cursor: place.cursor ?? '', limit: String(size) },
    );
    try {
      const path = `/api/secure/${resource}?${query.toString()}`;
      const { text, headers } = await bare.answer(path, signal, patience);
      const answer = readList(text, headers, resource);
      learn(resource, true);
      return answer;
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) learn(resource, false);
      throw error;
    }
  }

  function readerOf(resource: string): ListReader {
    return createListReader(
      (place, signal) => ask(resource, place, signal),
      () => {
        const list = lists.get(resource);
        if (list) show(list);
      },
    );
  }

  function show(list: Kept): void {
    list.state = { ...(list.again ?? list.reader).get(), at: list.at, partial: list.partial };
    tell();
  }

  function listOf(resource: string): Kept {
    const known = lists.get(resource);
    if (known) return known;
    const reader = readerOf(resource);
    const list: Kept = {
      reader,
      rows: null,
      taken: null,
      stale: false,
      at: null,
      partial: false,
      again: null,
      state: { ...reader.get(), at: null, partial: false },
      written: new Set(),
    };
    lists.set(resource, list);
    return list;
  }

  /** Reads a list to its end and takes over its rows. */
  async function read(list: Kept, reader: ListReader): Promise<void> {
    await reader.read();
    const rows = reader.rows();
    // Concurrent callers wait for one read; the first of them takes over its rows.
    if (list.taken === rows) return;
    list.taken = rows;
    const partial = reader.get().step === 'stopped';
    // The partial rows of a stopped reload do not replace a complete list.
    if (!partial || reader === list.reader)
      Object.assign(list, { rows, at: Date.now(), partial, reader, stale: false });
    list.again = null;
    show(list);
  }

  /** Reads in the background; an error is in the list's state. */
  function readAside(resource: string, reader: ListReader): void {
    read(listOf(resource), reader).then(
      () => renewed(resource),
      () => undefined,
    );
  }

  function put(list: Kept, row: Row): void {
    if (!list.rows) return;
    const id = row.id.toLowerCase();
    const at = list.rows.findIndex((one) => one.id.toLowerCase() === id);
    list.rows = at < 0 ? [...list.rows, row] : list.rows.with(at, row);
    list.written.delete(id);
  }

  /** Reads the written records whose response did not contain their stored form. */
  async function follow(resource: string, list: Kept): Promise<void> {
    const ids = [...list.written];
    if (ids.length > mostRead) {
      list.written.clear();
      readAside(resource, (list.again ??= readerOf(resource)));
      return;
    }
    const queue = ids.values();
    const work = async () => {
      for (const id of queue) {
        const row = await bare.getRecord(resource, id).then(({ text }) => entityIn(text, id));
        if (row) put(list, row);
        list.written.delete(id);
      }
    };
    // Records that cannot be read now are read again with the next access to the list.
    await Promise.allSettled(Array.from({ length: 6 }, work));
  }

  /** Updates the cached rows after a write: at once, or on their next access. */
  function written(resource: string, id: string | null, text: string | null): void {
    const list = lists.get(resource);
    if (!list?.rows) return;
    const row = text === null ? null : entityIn(text, id);
    if (row) put(list, row);
    else if (id !== null) list.written.add(id.toLowerCase());
    else list.stale = true;
  }

  /**
   * Updates a cached row from a separate read of its record: the response to a write may have held the earlier
   * state.
   */
  function seen(resource: string, id: string, text: string): void {
    const list = lists.get(resource);
    const row = entityIn(text, id);
    const known = row && list?.rows?.find((one) => one.id.toLowerCase() === row.id.toLowerCase());
    if (list && row && known && JSON.stringify(known) !== JSON.stringify(row)) put(list, row);
  }

  const client: Client = {
    ...bare,
    async getRecord(resource, id, signal, asOf) {
      const answer = await bare.getRecord(resource, id, signal, asOf);
      seen(resource, id, answer.text);
      return answer;
    },
    async put(resource, id, body, conditions) {
      let text: string | null = null;
      try {
        const answer = await bare.put(resource, id, body, conditions);
        ({ text } = answer);
        return answer;
      } finally {
        written(resource, id, text);
      }
    },
    async post(resource, body, conditions) {
      let text: string | null = null;
      try {
        const answer = await bare.post(resource, body, conditions);
        ({ text } = answer);
        return answer;
      } finally {
        written(resource, null, text);
      }
    },
  };

  return {
    client,
    async rows(resource) {
      const list = listOf(resource);
      if (!list.rows) await read(list, list.reader);
      if (list.written.size > 0) await follow(resource, list);
      const isOld = list.stale || Date.now() - (list.at ?? 0) > fresh;
      if (list.rows && isOld && !list.again && !list.partial) {
        list.again = readerOf(resource);
        readAside(resource, list.again);
      }
      return list.rows ?? [];
    },
    state: (resource) => lists.get(resource)?.state,
    served: (resource) => servedLists.get(resource),
    kept: (resource) => lists.get(resource)?.rows ?? null,
    stop(resource) {
      const list = lists.get(resource);
      (list?.again ?? list?.reader)?.stop();
    },
    goOn(resource) {
      const list = listOf(resource);
      readAside(resource, list.again ?? list.reader);
    },
    readAgain(resource) {
      const list = listOf(resource);
      if (list.again) return;
      list.again = readerOf(resource);
      readAside(resource, list.again);
    },
    async look(resources) {
      for (const resource of resources) {
        // A list that cannot be checked is not offered in the navigation; its page shows the error.
        await ask(resource, { page: 1 }, undefined, 1).catch(() => undefined);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    servedVersion: () => servedVersion,
  };
}

/**
 * Returns the record in the response to a write, if it is the whole one with the expected id
 * (docs/interface.md#44-create-or-upsert, 4.5).
 */
function entityIn(text: string, id: string | null): Row | null {
  try {
    const entity: unknown = JSON.parse(text);
    const isWhole = typeof entity === 'object' && entity !== null && 'data' in entity && 'active' in entity;
    const row = rowOf(entity, 0);
    return isWhole && hasId(row) && (id === null || row.id.toLowerCase() === id.toLowerCase()) ? row : null;
  } catch {
    return null;
  }
}
