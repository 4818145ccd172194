import type { Client } from '../data/client';
import { RequestError } from '../data/request-error';
import { largestPage } from '../data/row-source';
import type { Row } from '../data/row';
import { hasId, readList, rowOf, type GenericServerPage } from './list-answer';
import { createListReader, type ListReader, type Place, type Reading } from './list-reader';
import { createListeners } from '../../ui/state/listeners';

/** A list of another server, as far as it has been read. */
export interface ListState extends Reading {
  /** When what is shown was read, in milliseconds since 1970; null before anything is. */
  readonly at: number | null;
  /** What is shown is not all: the reading was stopped. */
  readonly partial: boolean;
}

/**
 * Whole lists of another server (docs/design.md#6-servers-that-this-project-did-not-write), kept in memory and up to
 * date with what is written from here.
 */
export interface GenericLists {
  /** The rows of a list: read when they are first asked for, then kept. Throws the `RequestError` that kept them away. */
  rows: (resource: string) => Promise<readonly Row[]>;
  /** How a list stands; undefined before it was asked for. The same object until something changes. */
  state: (resource: string) => ListState | undefined;
  /** Whether the server has such a list; undefined while that is not known. */
  served: (resource: string) => boolean | undefined;
  /** The rows that are at hand now, without asking. */
  kept: (resource: string) => readonly Row[] | null;
  stop: (resource: string) => void;
  /** Goes on where the reading was stopped, or tries again. */
  goOn: (resource: string) => void;
  /** Reads a list anew; what is shown stays until it has come. */
  readAgain: (resource: string) => void;
  /** Finds out which of these lists there are, one after the other. */
  look: (resources: readonly string[]) => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  /** Counts up whenever it becomes known whether a list is there. */
  servedVersion: () => number;
  /** The client, with an eye on what is written: the rows here follow. */
  readonly client: Client;
}

/** How long a list is shown before it is read again aside, in milliseconds. */
const fresh = 5 * 60_000;

/** Milliseconds that one page may take. */
const patience = 60_000;

/** How many written records are re-read one by one; beyond, the list is read anew. */
const mostRead = 60;

interface Kept {
  reader: ListReader;
  rows: readonly Row[] | null;
  /** What the reader brought that was taken over last. */
  taken: readonly Row[] | null;
  /** Something was written of which it is not known where it stands. */
  stale: boolean;
  at: number | null;
  partial: boolean;
  /** Read aside, to take the place of `reader` once it is whole. */
  again: ListReader | null;
  state: ListState;
  /** Ids of records that were written and whose stored form is not known. */
  readonly written: Set<string>;
}

/** `renewed` hears of every list whose rows are others than before, unasked. */
export function createGenericLists(bare: Client, renewed: (resource: string) => void): GenericLists {
  const lists = new Map<string, Kept>();
  const servedLists = new Map<string, boolean>();
  const listeners = createListeners();
  let servedVersion = 0;
  const learn = (resource: string, isServed: boolean) => {
    if (servedLists.get(resource) === isServed) return;
    servedLists.set(resource, isServed);
    servedVersion += 1;
    listeners.notify();
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
    listeners.notify();
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

  /** Reads with a reader, and shows what it brought. */
  async function read(list: Kept, reader: ListReader): Promise<void> {
    await reader.read();
    const rows = reader.rows();
    // Several wait for one reading; the first of them takes over what it brought.
    if (list.taken === rows) return;
    list.taken = rows;
    const partial = reader.get().step === 'stopped';
    // A new reading that was stopped takes no whole list's place.
    if (!partial || reader === list.reader)
      Object.assign(list, { rows, at: Date.now(), partial, reader, stale: false });
    list.again = null;
    show(list);
  }

  /** Reads while something is shown already; what goes wrong is in the list's state. */
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

  /** Reads the records that were written and whose answer did not say how they are stored. */
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
    // What cannot be read now is tried when the list is asked for the next time.
    await Promise.allSettled(Array.from({ length: 6 }, work));
  }

  /** What came of a write: the rows follow, at once or when they are next asked for. */
  function written(resource: string, id: string | null, text: string | null): void {
    const list = lists.get(resource);
    if (!list?.rows) return;
    const row = text === null ? null : entityIn(text, id);
    if (row) put(list, row);
    else if (id !== null) list.written.add(id.toLowerCase());
    else list.stale = true;
  }

  /** What a record is by now, as it was read for itself: an answer to a write may have shown it as it was before. */
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
        // What cannot be found out is not offered; whoever goes there is told why.
        await ask(resource, { page: 1 }, undefined, 1).catch(() => undefined);
      }
    },
    subscribe: listeners.subscribe,
    servedVersion: () => servedVersion,
  };
}

/**
 * The record in the answer of a write, where it is the whole one that was meant
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
