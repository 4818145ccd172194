import { RequestError } from '../data/request-error';
import type { Row } from '../data/row';
import { hasId, noId, type GenericServerPage } from './list-answer';

/**
 * Which page is asked for: by its number, from 1, or by what the page before said (docs/interface.md#46-pagination).
 */
export type Place = { readonly page: number } | { readonly cursor: string | null };

/** How far the reading of a list is. */
export interface Reading {
  /**
   * `waiting`: the server asked for patience (429, 503) until the moment `until`. `failed`: a page did not come;
   * what came before is kept.
   */
  readonly step: 'idle' | 'reading' | 'waiting' | 'stopped' | 'failed' | 'done';
  readonly come: number;
  /** How many there are in all; null while that is not known. */
  readonly total: number | null;
  /** In milliseconds since 1970. */
  readonly until: number | null;
  readonly error: RequestError | null;
}

/** How many pages are read at the same time (docs/design.md#6-servers-that-this-project-did-not-write). */
const atOnce = 6;

/** Times that one page is asked for again when its answer did not come or was an error of the server. */
const tries = 3;

/** Times that one page waits as told, and the longest wait that is kept, in seconds. */
const waits = 20;
const longestWait = 300;

/** Reads one list whole. What has come is kept when it stops or fails; reading again goes on from there. */
export interface ListReader {
  readonly get: () => Reading;
  /** The rows that have come, in the order of their pages, each id once; the same until more come. */
  readonly rows: () => readonly Row[];
  /** Resolves once the list is whole, or was stopped. Rejects with the `RequestError` that ended it. */
  readonly read: () => Promise<void>;
  readonly stop: () => void;
}

/**
 * A reader of a list. The first page says how many there are and how large a page is, and the rest is read
 * concurrently; a server that does not say is read page by page until one is short or brings nothing new.
 */
export function createListReader(
  ask: (place: Place, signal: AbortSignal) => Promise<GenericServerPage>,
  changed: () => void,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void> = pause,
  clock: () => number = Date.now,
): ListReader {
  const pages = new Map<number, readonly Row[]>();
  let reading: Reading = { step: 'idle', come: 0, total: null, until: null, error: null };
  /** A full page, as the first one was; 0 while nothing has come. */
  let size = 0;
  let last: number | null = null;
  let cursor: string | null = null;
  let isCursor: boolean | null = null;
  let isWhole = false;
  let notBefore = 0;
  let running: Promise<void> | null = null;
  let stopping = new AbortController();
  let made: readonly Row[] | null = null;

  const become = (change: Partial<Reading>) => {
    reading = { ...reading, ...change };
    changed();
  };
  const come = () => [...pages.values()].reduce((sum, rows) => sum + rows.length, 0);

  /** One page, with the patience that the server asks for. */
  async function page(place: Place, signal: AbortSignal): Promise<GenericServerPage> {
    for (let failed = 0, waited = 0; ;) {
      await held(signal);
      try {
        return await ask(place, signal);
      } catch (error) {
        if (!(error instanceof RequestError) || signal.aborted) throw error;
        if (error.status === 429 || (error.status === 503 && error.retryAfter !== null)) {
          waited += 1;
          const seconds = error.retryAfter ?? Math.min(2 ** waited, 30);
          if (waited > waits || seconds > longestWait) throw error;
          notBefore = Math.max(notBefore, clock() + seconds * 1000);
        } else if (isPassing(error) && ++failed < tries) {
          await sleep(400 * 2 ** failed, signal);
        } else throw error;
      }
    }
  }

  /** Waits until the server may be asked again; one page's wait is every page's. */
  async function held(signal: AbortSignal): Promise<void> {
    for (let left = notBefore - clock(); left > 0; left = notBefore - clock()) {
      become({ step: 'waiting', until: notBefore });
      await sleep(left, signal);
    }
    signal.throwIfAborted();
    if (reading.step === 'waiting') become({ step: 'reading', until: null });
  }

  function keep(number: number, { rows, total }: GenericServerPage): void {
    pages.set(number, rows);
    made = null;
    become({ come: come(), total: total ?? reading.total });
  }

  async function all(signal: AbortSignal): Promise<void> {
    if (!pages.has(1)) {
      const first = await page({ page: 1 }, signal);
      ({ isCursor } = first);
      // What a full page is, is believed from what came: some servers send fewer than they say.
      size = first.rows.length;
      const { total, next } = first;
      const isAll = total !== null ? total <= size : first.pageSize !== null && size < first.pageSize;
      last = isCursor ? null : isAll || size === 0 ? 1 : total === null ? null : Math.ceil(total / size);
      cursor = next;
      keep(1, first);
    }
    if (isCursor) await byCursor(signal);
    else if (last === null) await untilShort(2, signal);
    else await concurrently(last, signal);
  }

  async function byCursor(signal: AbortSignal): Promise<void> {
    while (cursor !== null) {
      const answer = await page({ cursor }, signal);
      // A cursor that leads to itself would never end.
      const next = answer.next === cursor ? null : answer.next;
      keep(pages.size + 1, answer);
      cursor = next;
    }
  }

  async function concurrently(count: number, signal: AbortSignal): Promise<void> {
    const missing = Array.from({ length: count }, (_, index) => index + 1).filter((one) => !pages.has(one));
    const queue = missing.values();
    const work = async () => {
      for (const number of queue) keep(number, await page({ page: number }, signal));
    };
    // Each worker ends by itself, so that what came is kept when another one fails.
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
    const failed = ended.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    // Records that were made meanwhile, or a count that is too small.
    if (count > 1 && (pages.get(count)?.length ?? 0) >= size) await untilShort(count + 1, signal);
  }

  async function untilShort(from: number, signal: AbortSignal): Promise<void> {
    let number = from;
    while (pages.has(number)) number += 1;
    const known = new Set([...pages.values()].flatMap((rows) => rows.map(({ id }) => id)));
    for (; (pages.get(number - 1)?.length ?? 0) >= size; number += 1) {
      const answer = await page({ page: number }, signal);
      // A server that does not know pages sends the same again.
      const isNew = answer.rows.some(({ id }) => !known.has(id));
      keep(number, isNew ? answer : { ...answer, rows: [] });
      for (const { id } of answer.rows) known.add(id);
    }
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    become({ step: 'reading', error: null, until: null });
    try {
      await all(signal);
      isWhole = true;
      become({ step: 'done', total: rows().length, come: rows().length });
    } catch (error) {
      if (signal.aborted) {
        become({ step: 'stopped', until: null });
        return;
      }
      if (!(error instanceof RequestError)) throw error;
      const reason = error.afterTries();
      become({ step: 'failed', error: reason, until: null });
      throw reason;
    }
  }

  function rows(): readonly Row[] {
    made ??= collected();
    return made;
  }

  function collected(): readonly Row[] {
    const byId = new Map<string, Row>();
    for (const [, some] of [...pages].toSorted(([one], [other]) => one - other)) {
      for (const row of some) {
        // A row without an id is named by its place in the list, and not in its page.
        if (hasId(row)) byId.set(row.id.toLowerCase(), row);
        else byId.set(`${noId}${byId.size}`, { ...row, id: `${noId}${byId.size}` });
      }
    }
    return [...byId.values()];
  }

  return {
    get: () => reading,
    rows,
    read() {
      if (isWhole) return Promise.resolve();
      if (running) return running;
      stopping = new AbortController();
      running = run().finally(() => (running = null));
      return running;
    },
    stop: () => stopping.abort(),
  };
}

/** Whether the same question may get another answer in a moment. */
const isPassing = (error: RequestError): boolean =>
  error.kind === 'offline' || error.kind === 'timeout' || error.status >= 500;

/** Waits, or rejects once it is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, signal.aborted ? 0 : milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    }
    signal.addEventListener('abort', done);
  });
}
