import type { Client } from '../data/client';
import {
  createListReader,
  type ListReader,
  type PagePosition,
  type ReadingState,
  type ReadPage,
} from '../data/list-reader';
import { RequestError } from '../data/request-error';
import { largestPage } from '../data/row-source';
import { hasId, type Row } from '../data/row';
import { parseList, rowOf } from './list-answer';
import { createListeners } from '@/ui/state/listeners';

/** Loading state of a list of a generic server. */
export interface ListState extends ReadingState {
  /** When the current rows were read, in milliseconds since 1970; null before any are. */
  readonly readAt: number | null;
  /** The current rows are not all of the list: reading was stopped. */
  readonly isPartial: boolean;
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
  isServed: (resource: string) => boolean | undefined;
  /** Returns the cached rows without reading the list. */
  cachedRows: (resource: string) => readonly Row[] | null;
  stop: (resource: string) => void;
  /** Resumes a stopped read, or retries a failed one. */
  resume: (resource: string) => void;
  /** Reloads a list; the current rows stay until the new ones are complete. */
  reload: (resource: string) => void;
  /** Finds out which of these lists exist, one after the other. */
  probe: (resources: readonly string[]) => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  /** Counter that increases whenever it becomes known whether a list exists. */
  servedVersion: () => number;
  /** Client that updates the cached rows after its writes. */
  readonly client: Client;
}

/** Age at which a list is reloaded in the background, in milliseconds. */
const maxAge = 5 * 60_000;

/** Timeout of one page, in milliseconds. */
const pageTimeout = 60_000;

/** Maximum number of written records that are read one by one; for more, the whole list is reloaded. */
const maxSingleReads = 60;

interface CachedList {
  reader: ListReader;
  rows: readonly Row[] | null;
  /** The reader's rows that were last taken over. */
  lastRows: readonly Row[] | null;
  /** A record was written whose id is not known. */
  isStale: boolean;
  readAt: number | null;
  isPartial: boolean;
  /** Reader of a reload in the background, which replaces `reader` once it is complete. */
  reload: ListReader | null;
  state: ListState;
  /** Ids of records that were written and whose stored form is not known. */
  readonly writtenIds: Set<string>;
}

/** Creates the cache. `onReload` is called for every list whose rows have changed by a reload in the background. */
export function createGenericLists(rawClient: Client, onReload: (resource: string) => void): GenericLists {
  const lists = new Map<string, CachedList>();
  const servedLists = new Map<string, boolean>();
  const listeners = createListeners();
  let servedVersion = 0;
  const setServed = (resource: string, isServed: boolean) => {
    if (servedLists.get(resource) === isServed) return;
    servedLists.set(resource, isServed);
    servedVersion += 1;
    listeners.notify();
  };

  async function requestPage(
    resource: string,
    place: PagePosition,
    signal?: AbortSignal,
    size = largestPage,
  ): Promise<ReadPage> {
    const query = new URLSearchParams(
      'page' in place
        ? { page: String(place.page), pageSize: String(size) }
        : { cursor: place.cursor ?? '', limit: String(size) },
    );
    try {
      const path = `/api/secure/${resource}?${query.toString()}`;
      const { text, headers } = await rawClient.getWithHeaders(path, signal, pageTimeout);
      const answer = parseList(text, headers, resource);
      setServed(resource, true);
      return answer;
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) setServed(resource, false);
      throw error;
    }
  }

  function readerOf(resource: string): ListReader {
    return createListReader(
      (place, signal) => requestPage(resource, place, signal),
      () => {
        const list = lists.get(resource);
        if (list) updateState(list);
      },
    );
  }

  function updateState(list: CachedList): void {
    list.state = { ...(list.reload ?? list.reader).get(), readAt: list.readAt, isPartial: list.isPartial };
    listeners.notify();
  }

  function listOf(resource: string): CachedList {
    const current = lists.get(resource);
    if (current) return current;
    const reader = readerOf(resource);
    const list: CachedList = {
      reader,
      rows: null,
      lastRows: null,
      isStale: false,
      readAt: null,
      isPartial: false,
      reload: null,
      state: { ...reader.get(), readAt: null, isPartial: false },
      writtenIds: new Set(),
    };
    lists.set(resource, list);
    return list;
  }

  /** Reads a list to its end and takes over its rows. */
  async function read(list: CachedList, reader: ListReader): Promise<void> {
    await reader.read();
    const rows = reader.rows();
    // Concurrent callers wait for one read; the first of them takes over its rows.
    if (list.lastRows === rows) return;
    list.lastRows = rows;
    const isPartial = reader.get().step === 'stopped';
    // The partial rows of a stopped reload do not replace a complete list.
    if (!isPartial || reader === list.reader)
      Object.assign(list, { rows, readAt: Date.now(), isPartial, reader, isStale: false });
    list.reload = null;
    updateState(list);
  }

  /** Reads in the background; an error is in the list's state. */
  function readInBackground(resource: string, reader: ListReader): void {
    read(listOf(resource), reader).then(
      () => onReload(resource),
      () => undefined,
    );
  }

  function replaceRow(list: CachedList, row: Row): void {
    if (!list.rows) return;
    const id = row.id.toLowerCase();
    const index = list.rows.findIndex((one) => one.id.toLowerCase() === id);
    list.rows = index < 0 ? [...list.rows, row] : list.rows.with(index, row);
    list.writtenIds.delete(id);
  }

  /** Reads the written records whose response did not contain their stored form. */
  async function readWritten(resource: string, list: CachedList): Promise<void> {
    const ids = [...list.writtenIds];
    if (ids.length > maxSingleReads) {
      list.writtenIds.clear();
      readInBackground(resource, (list.reload ??= readerOf(resource)));
      return;
    }
    const queue = ids.values();
    const work = async () => {
      for (const id of queue) {
        const row = await rawClient.getRecord(resource, id).then(({ text }) => entityIn(text, id));
        if (row) replaceRow(list, row);
        list.writtenIds.delete(id);
      }
    };
    // Records that cannot be read now are read again with the next access to the list.
    await Promise.allSettled(Array.from({ length: 6 }, work));
  }

  /** Updates the cached rows after a write: at once, or on their next access. */
  function markWritten(resource: string, id: string | null, text: string | null): void {
    const list = lists.get(resource);
    if (!list?.rows) return;
    const row = text === null ? null : entityIn(text, id);
    if (row) replaceRow(list, row);
    else if (id !== null) list.writtenIds.add(id.toLowerCase());
    else list.isStale = true;
  }

  /**
   * Updates a cached row from a separate read of its record: the response to a write may have held the earlier
   * state.
   */
  function updateFromRead(resource: string, id: string, text: string): void {
    const list = lists.get(resource);
    const row = entityIn(text, id);
    const current = row && list?.rows?.find((one) => one.id.toLowerCase() === row.id.toLowerCase());
    if (list && row && current && JSON.stringify(current) !== JSON.stringify(row)) replaceRow(list, row);
  }

  const client: Client = {
    ...rawClient,
    async getRecord(resource, id, signal, asOf) {
      const answer = await rawClient.getRecord(resource, id, signal, asOf);
      updateFromRead(resource, id, answer.text);
      return answer;
    },
    async put(resource, id, body, conditions) {
      let text: string | null = null;
      try {
        const answer = await rawClient.put(resource, id, body, conditions);
        ({ text } = answer);
        return answer;
      } finally {
        markWritten(resource, id, text);
      }
    },
    async post(resource, body, conditions) {
      let text: string | null = null;
      try {
        const answer = await rawClient.post(resource, body, conditions);
        ({ text } = answer);
        return answer;
      } finally {
        markWritten(resource, null, text);
      }
    },
  };

  return {
    client,
    async rows(resource) {
      const list = listOf(resource);
      if (!list.rows) await read(list, list.reader);
      if (list.writtenIds.size > 0) await readWritten(resource, list);
      const isOld = list.isStale || Date.now() - (list.readAt ?? 0) > maxAge;
      if (list.rows && isOld && !list.reload && !list.isPartial) {
        list.reload = readerOf(resource);
        readInBackground(resource, list.reload);
      }
      return list.rows ?? [];
    },
    state: (resource) => lists.get(resource)?.state,
    isServed: (resource) => servedLists.get(resource),
    cachedRows: (resource) => lists.get(resource)?.rows ?? null,
    stop(resource) {
      const list = lists.get(resource);
      (list?.reload ?? list?.reader)?.stop();
    },
    resume(resource) {
      const list = listOf(resource);
      readInBackground(resource, list.reload ?? list.reader);
    },
    reload(resource) {
      const list = listOf(resource);
      if (list.reload) return;
      list.reload = readerOf(resource);
      readInBackground(resource, list.reload);
    },
    async probe(resources) {
      for (const resource of resources) {
        // A list that cannot be checked is not offered in the navigation; its page shows the error.
        await requestPage(resource, { page: 1 }, undefined, 1).catch(() => undefined);
      }
    },
    subscribe: listeners.subscribe,
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
