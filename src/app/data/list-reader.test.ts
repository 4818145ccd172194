import { describe, expect, it } from 'vitest';
import { parseList } from '../generic-server/list-answer';
import { createListReader, type PagePosition, type ReadPage } from './list-reader';
import { RequestError } from './request-error';
import type { Row } from './row';

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${first + index}`, active: true, data: {} }));

const refusal = (status: number, retryAfter: number | null = null) =>
  new RequestError({ kind: 'notJson', message: String(status), status, retryAfter });

/** Serves `count` records in pages of `size`; `overrides` replaces parts of each page's metadata. */
function fakePages(count: number, size: number, overrides: Partial<ReadPage> = {}) {
  const requestedPlaces: PagePosition[] = [];
  const requestPage = async (place: PagePosition): Promise<ReadPage> => {
    requestedPlaces.push(place);
    const page = 'page' in place ? place.page : Number(place.cursor);
    const rows = rowsFrom((page - 1) * size, Math.max(0, Math.min(size, count - (page - 1) * size)));
    return { rows, total: count, pageSize: size, next: null, isCursor: false, ...overrides };
  };
  return { ask: requestPage, asked: requestedPlaces };
}

const noSleep = () => Promise.resolve();

describe('reading a list whole', () => {
  it('believes the size of the page that came', async () => {
    const { ask: requestPage, asked: requestedPlaces } = fakePages(1234, 500);
    const reader = createListReader(requestPage, () => undefined);
    await reader.read();
    expect(reader.rows().map(({ id }) => id)).toEqual(rowsFrom(0, 1234).map(({ id }) => id));
    expect(requestedPlaces).toHaveLength(3);
    expect(reader.get()).toMatchObject({ step: 'done', loaded: 1234, total: 1234 });
  });

  it.each([
    ['ends with a short page', 250, 100, 3],
    ['ends with a full page', 200, 100, 3],
    ['has one short page', 12, 100, 1],
  ])('without headers goes on until a page is short: a list that %s', async (_, count, size, maxRequests) => {
    const { ask: requestPage, asked: requestedPlaces } = fakePages(count, size, {
      total: null,
      pageSize: null,
    });
    const reader = createListReader(requestPage, () => undefined);
    await reader.read();
    expect(reader.rows()).toHaveLength(count);
    expect(requestedPlaces.length).toBeLessThanOrEqual(maxRequests + 1);
  });

  it('ends where a server sends the same again, whatever page is asked for', async () => {
    const reader = createListReader(
      async () => ({ rows: rowsFrom(0, 50), total: null, pageSize: null, next: null, isCursor: false }),
      () => undefined,
    );
    await reader.read();
    expect(reader.rows()).toHaveLength(50);
  });

  it('keeps each id once where pages overlap, and reads on where the count is too small', async () => {
    const overlapping = createListReader(
      async (place) => {
        const page = 'page' in place ? place.page : 1;
        const rows = rowsFrom(Math.max(0, (page - 1) * 100 - 1), 100).slice(0, page === 4 ? 3 : 100);
        return { rows, total: 302, pageSize: 100, next: null, isCursor: false };
      },
      () => undefined,
    );
    await overlapping.read();
    expect(overlapping.rows()).toHaveLength(302);
    const { ask: requestPage } = fakePages(350, 100, { total: 300 });
    const short = createListReader(requestPage, () => undefined);
    await short.read();
    expect(short.rows()).toHaveLength(350);
  });

  it('follows cursors to their end', async () => {
    const requestedPlaces: PagePosition[] = [];
    const reader = createListReader(
      async (place) => {
        requestedPlaces.push(place);
        const at = 'cursor' in place ? Number(place.cursor) : 0;
        const next = at + 100 < 250 ? String(at + 100) : null;
        return {
          rows: rowsFrom(at, Math.min(100, 250 - at)),
          total: null,
          pageSize: null,
          next,
          isCursor: true,
        };
      },
      () => undefined,
    );
    await reader.read();
    expect(reader.rows()).toHaveLength(250);
    expect(requestedPlaces).toEqual([{ page: 1 }, { cursor: '100' }, { cursor: '200' }]);
  });

  it('waits as it is told and asks again; nothing else is asked meanwhile', async () => {
    const { ask: requestPage } = fakePages(500, 100);
    const waitedSeconds: number[] = [];
    let refusals = 3;
    const steps = new Set<string>();
    const reader = createListReader(
      async (place) => {
        if ('page' in place && place.page === 3 && refusals-- > 0) throw refusal(429, 7);
        return requestPage(place);
      },
      () => steps.add(reader.get().step),
      async (milliseconds) => {
        waitedSeconds.push(Math.round(milliseconds / 1000));
        // Ends the wait at once by moving the reader's clock.
        now += milliseconds;
      },
      () => now,
    );
    let now = 1_000_000;
    await reader.read();
    expect(reader.rows()).toHaveLength(500);
    expect(steps).toContain('waiting');
    expect(waitedSeconds.length).toBeGreaterThanOrEqual(3);
    expect(new Set(waitedSeconds)).toEqual(new Set([7]));
  });

  it('keeps what came when a page fails for good, and reads only the rest when it is tried again', async () => {
    const { ask: requestPage, asked: requestedPlaces } = fakePages(950, 100);
    let isBroken = true;
    const reader = createListReader(
      async (place) => {
        if (isBroken && 'page' in place && place.page === 5) throw refusal(500);
        return requestPage(place);
      },
      () => undefined,
      noSleep,
    );
    await expect(reader.read()).rejects.toMatchObject({ status: 500, isRetried: true });
    expect(reader.get()).toMatchObject({ step: 'failed', loaded: 850, total: 950 });
    isBroken = false;
    const before = requestedPlaces.length;
    await reader.read();
    expect(requestedPlaces.slice(before)).toEqual([{ page: 5 }]);
    expect(reader.rows()).toHaveLength(950);
  });

  it('stops when it is told, keeps what came, and goes on from there', async () => {
    const { ask: requestPage, asked: requestedPlaces } = fakePages(950, 100);
    const reader = createListReader(
      async (place) => {
        if ('page' in place && place.page === 4) reader.stop();
        return requestPage(place);
      },
      () => undefined,
    );
    await reader.read();
    expect(reader.get().step).toBe('stopped');
    const loadedRows = reader.rows().length;
    expect(loadedRows).toBeGreaterThan(0);
    expect(loadedRows).toBeLessThan(950);
    await reader.read();
    // The request for page 4 stops it once more; after that it reads to the end.
    if (reader.get().step === 'stopped') await reader.read();
    expect(reader.rows()).toHaveLength(950);
    expect(new Set(requestedPlaces.map((place) => JSON.stringify(place))).size).toBe(10);
  });
});

describe('an answer of a list', () => {
  const parse = (body: unknown, headers: Record<string, string> = {}) =>
    parseList(typeof body === 'string' ? body : JSON.stringify(body), new Headers(headers), 'tender');
  const one = { id: 'a', active: true, data: {} };

  it.each([
    ['an array', [one]],
    ['wrapped in data', { data: [one] }],
    ['wrapped in items, with a count', { items: [one], total: 1 }],
    ['wrapped twice', { data: { items: [one] } }],
    ['under the name of the resource', { tender: [one], currencies: ['EUR'] }],
    ['under a name of its own', { alles: [one] }],
    ['by id', { a: one }],
  ])('is read: %s', (_, body) => {
    expect(parse(body).rows).toEqual([one]);
  });

  it('in cursor form says what to ask next', () => {
    expect(parse({ data: [one], next_cursor: 'n', has_more: true })).toMatchObject({
      next: 'n',
      isCursor: true,
    });
    expect(parse({ data: [one], next_cursor: 'n', has_more: false })).toMatchObject({ next: null });
  });

  it('is nothing where nothing came, and an error where no list is in it', () => {
    expect(parse('').rows).toEqual([]);
    expect(() => parse('<html>')).toThrow(RequestError);
    expect(() => parse({ message: 'busy' })).toThrow(RequestError);
    expect(() => parse('null')).toThrow(RequestError);
  });

  it('makes rows of whatever stands in it: without a name, data null or text, no record at all', () => {
    const rows = parse([
      { id: 7 },
      { id: 'b', data: null },
      { id: 'c', data: '{"email":"a@b.fi"}' },
      { id: 'd', data: 'text' },
      { name: 'no id' },
      'word',
    ]).rows;
    expect(rows).toEqual([
      { id: '7', active: true, data: {} },
      { id: 'b', active: true, data: {} },
      { id: 'c', active: true, data: { email: 'a@b.fi' } },
      { id: 'd', active: true, data: { data: 'text' } },
      { id: '#4', name: 'no id', active: true, data: {} },
      { id: '#5', value: 'word', active: true, data: {} },
    ]);
  });
});
