import { RequestError } from './request-error';
import { hasId, noIdPrefix, type Row } from './row';

/** One page of a list, as it was read (docs/interface.md#42-list, 4.6). */
export interface ReadPage {
  readonly rows: readonly Row[];
  /** Number of all records; null if the response does not say. */
  readonly total: number | null;
  /** Size of a full page; null if the response does not say. */
  readonly pageSize: number | null;
  /** In the cursor form, the cursor of the next page; null on the last page and in the array form. */
  readonly next: string | null;
  /** Whether the response has the cursor form. */
  readonly isCursor: boolean;
}

/** Position of a page: its number, from 1, or the cursor of the page before (docs/interface.md#46-pagination). */
export type PagePosition = { readonly page: number } | { readonly cursor: string | null };

/** Progress of reading a list. */
export interface ReadingState {
  /**
   * `waiting`: the server asked to wait (429, 503) until the moment `until`. `failed`: a page could not be
   * read; the earlier pages are kept.
   */
  readonly step: 'idle' | 'reading' | 'waiting' | 'stopped' | 'failed' | 'done';
  readonly loaded: number;
  /** Number of all records; null while unknown. */
  readonly total: number | null;
  /** Milliseconds since 1970. */
  readonly until: number | null;
  readonly error: RequestError | null;
}

/** Number of pages that are read concurrently (docs/design.md#6-servers-that-this-project-did-not-write). */
const concurrency = 6;

/** Maximum attempts for one page after a lost response or a server error. */
const maxAttempts = 3;

/** How often one page waits as the server asks, and the longest accepted wait in seconds. */
const maxWaits = 20;
const longestWait = 300;

/**
 * Reads one whole list. Pages that are loaded are kept when it stops or fails; reading again continues after
 * them.
 */
export interface ListReader {
  readonly get: () => ReadingState;
  /** Returns the loaded rows in the order of their pages, each id once; the same array until more are loaded. */
  readonly rows: () => readonly Row[];
  /** Resolves once the list is complete or reading was stopped. Rejects with the `RequestError` that ended it. */
  readonly read: () => Promise<void>;
  readonly stop: () => void;
}

/**
 * Creates the reader of a list. The first page tells the number of records and the page size, and the rest is
 * read concurrently; without them pages are read one by one until one is short or has no new records.
 */
export function createListReader(
  requestPage: (place: PagePosition, signal: AbortSignal) => Promise<ReadPage>,
  changed: () => void,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void> = pause,
  clock: () => number = Date.now,
): ListReader {
  const pages = new Map<number, readonly Row[]>();
  let reading: ReadingState = { step: 'idle', loaded: 0, total: null, until: null, error: null };
  /** Size of a full page, as the first one was; 0 before it is loaded. */
  let size = 0;
  let last: number | null = null;
  let cursor: string | null = null;
  let isCursor: boolean | null = null;
  let isWhole = false;
  let blockedUntil = 0;
  let running: Promise<void> | null = null;
  let stopping = new AbortController();
  let cachedRows: readonly Row[] | null = null;

  const update = (change: Partial<ReadingState>) => {
    reading = { ...reading, ...change };
    changed();
  };
  const countLoaded = () => [...pages.values()].reduce((sum, rows) => sum + rows.length, 0);

  /** Reads one page; waits and retries as the server asks. */
  async function page(place: PagePosition, signal: AbortSignal): Promise<ReadPage> {
    for (let failed = 0, waited = 0; ;) {
      await waitForServer(signal);
      try {
        return await requestPage(place, signal);
      } catch (error) {
        if (!(error instanceof RequestError) || signal.aborted) throw error;
        if (error.status === 429 || (error.status === 503 && error.retryAfter !== null)) {
          waited += 1;
          const seconds = error.retryAfter ?? Math.min(2 ** waited, 30);
          if (waited > maxWaits || seconds > longestWait) throw error;
          blockedUntil = Math.max(blockedUntil, clock() + seconds * 1000);
        } else if (isTransient(error) && ++failed < maxAttempts) {
          await sleep(400 * 2 ** failed, signal);
        } else throw error;
      }
    }
  }

  /** Waits until the server accepts requests again; a wait that one page is told to make holds for all pages. */
  async function waitForServer(signal: AbortSignal): Promise<void> {
    for (let left = blockedUntil - clock(); left > 0; left = blockedUntil - clock()) {
      update({ step: 'waiting', until: blockedUntil });
      await sleep(left, signal);
    }
    signal.throwIfAborted();
    if (reading.step === 'waiting') update({ step: 'reading', until: null });
  }

  function storePage(number: number, { rows, total }: ReadPage): void {
    pages.set(number, rows);
    cachedRows = null;
    update({ loaded: countLoaded(), total: total ?? reading.total });
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    if (!pages.has(1)) {
      const first = await page({ page: 1 }, signal);
      ({ isCursor } = first);
      // The rows count, not the header: some servers send fewer than they say.
      size = first.rows.length;
      const { total, next } = first;
      const isAll = total !== null ? total <= size : first.pageSize !== null && size < first.pageSize;
      last = isCursor ? null : isAll || size === 0 ? 1 : total === null ? null : Math.ceil(total / size);
      cursor = next;
      storePage(1, first);
    }
    if (isCursor) await readByCursor(signal);
    else if (last === null) await readUntilShort(2, signal);
    else await readConcurrently(last, signal);
  }

  async function readByCursor(signal: AbortSignal): Promise<void> {
    while (cursor !== null) {
      const answer = await page({ cursor }, signal);
      // A cursor that repeats itself would never end.
      const next = answer.next === cursor ? null : answer.next;
      storePage(pages.size + 1, answer);
      cursor = next;
    }
  }

  async function readConcurrently(count: number, signal: AbortSignal): Promise<void> {
    const missing = Array.from({ length: count }, (_, index) => index + 1).filter((one) => !pages.has(one));
    const queue = missing.values();
    const work = async () => {
      for (const number of queue) storePage(number, await page({ page: number }, signal));
    };
    // Each worker ends on its own, so that loaded pages are kept when another one fails.
    const ended = await Promise.allSettled(Array.from({ length: concurrency }, work));
    const failed = ended.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    // There may be more: records created in the meantime, or a count that was too small.
    if (count > 1 && (pages.get(count)?.length ?? 0) >= size) await readUntilShort(count + 1, signal);
  }

  async function readUntilShort(from: number, signal: AbortSignal): Promise<void> {
    let number = from;
    while (pages.has(number)) number += 1;
    const knownIds = new Set([...pages.values()].flatMap((rows) => rows.map(({ id }) => id)));
    for (; (pages.get(number - 1)?.length ?? 0) >= size; number += 1) {
      const answer = await page({ page: number }, signal);
      // A server without paging sends the same rows again.
      const isNew = answer.rows.some(({ id }) => !knownIds.has(id));
      storePage(number, isNew ? answer : { ...answer, rows: [] });
      for (const { id } of answer.rows) knownIds.add(id);
    }
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    update({ step: 'reading', error: null, until: null });
    try {
      await readAll(signal);
      isWhole = true;
      update({ step: 'done', total: rows().length, loaded: rows().length });
    } catch (error) {
      if (signal.aborted) {
        update({ step: 'stopped', until: null });
        return;
      }
      if (!(error instanceof RequestError)) throw error;
      const reason = error.afterTries();
      update({ step: 'failed', error: reason, until: null });
      throw reason;
    }
  }

  function rows(): readonly Row[] {
    cachedRows ??= collectRows();
    return cachedRows;
  }

  function collectRows(): readonly Row[] {
    const byId = new Map<string, Row>();
    for (const [, some] of [...pages].toSorted(([one], [other]) => one - other)) {
      for (const row of some) {
        // A row without an id gets its position in the whole list instead of its page.
        if (hasId(row)) byId.set(row.id.toLowerCase(), row);
        else byId.set(`${noIdPrefix}${byId.size}`, { ...row, id: `${noIdPrefix}${byId.size}` });
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

/** Returns whether the same request may succeed in a moment. */
const isTransient = (error: RequestError): boolean =>
  error.kind === 'offline' || error.kind === 'timeout' || error.status >= 500;

/** Waits; rejects once it is aborted. */
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
