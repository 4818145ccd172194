import { describe, expect, it } from 'vitest';
import { RequestError } from '../data/request-error';
import type { Row } from '../data/row';
import { parseList, type GenericServerPage } from './list-answer';
import { createListReader, type Place } from './list-reader';

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${first + index}`, active: true, data: {} }));

const refused = (status: number, retryAfter: number | null = null) =>
  new RequestError({ kind: 'notJson', message: String(status), status, retryAfter });

/** A server with so many records that gives so many to a page, and says what `says` lets it say. */
function server(count: number, size: number, says: Partial<GenericServerPage> = {}) {
  const asked: Place[] = [];
  const ask = async (place: Place): Promise<GenericServerPage> => {
    asked.push(place);
    const page = 'page' in place ? place.page : Number(place.cursor);
    const rows = rowsFrom((page - 1) * size, Math.max(0, Math.min(size, count - (page - 1) * size)));
    return { rows, total: count, pageSize: size, next: null, isCursor: false, ...says };
  };
  return { ask, asked };
}

const noSleep = () => Promise.resolve();

describe('reading a list whole', () => {
  it('believes the size of the page that came', async () => {
    const { ask, asked } = server(1234, 500);
    const reader = createListReader(ask, () => undefined);
    await reader.read();
    expect(reader.rows().map(({ id }) => id)).toEqual(rowsFrom(0, 1234).map(({ id }) => id));
    expect(asked).toHaveLength(3);
    expect(reader.get()).toMatchObject({ step: 'done', loaded: 1234, total: 1234 });
  });

  it.each([
    ['ends with a short page', 250, 100, 3],
    ['ends with a full page', 200, 100, 3],
    ['has one short page', 12, 100, 1],
  ])('without headers goes on until a page is short: a list that %s', async (_, count, size, most) => {
    const { ask, asked } = server(count, size, { total: null, pageSize: null });
    const reader = createListReader(ask, () => undefined);
    await reader.read();
    expect(reader.rows()).toHaveLength(count);
    expect(asked.length).toBeLessThanOrEqual(most + 1);
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
    const { ask } = server(350, 100, { total: 300 });
    const short = createListReader(ask, () => undefined);
    await short.read();
    expect(short.rows()).toHaveLength(350);
  });

  it('follows cursors to their end', async () => {
    const asked: Place[] = [];
    const reader = createListReader(
      async (place) => {
        asked.push(place);
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
    expect(asked).toEqual([{ page: 1 }, { cursor: '100' }, { cursor: '200' }]);
  });

  it('waits as it is told and asks again; nothing else is asked meanwhile', async () => {
    const { ask } = server(500, 100);
    const slept: number[] = [];
    let refusals = 3;
    const steps = new Set<string>();
    const reader = createListReader(
      async (place) => {
        if ('page' in place && place.page === 3 && refusals-- > 0) throw refused(429, 7);
        return ask(place);
      },
      () => steps.add(reader.get().step),
      async (milliseconds) => {
        slept.push(Math.round(milliseconds / 1000));
        // The wait is over at once: the clock of the reader is moved, not waited for.
        now += milliseconds;
      },
      () => now,
    );
    let now = 1_000_000;
    await reader.read();
    expect(reader.rows()).toHaveLength(500);
    expect(steps).toContain('waiting');
    expect(slept.length).toBeGreaterThanOrEqual(3);
    expect(new Set(slept)).toEqual(new Set([7]));
  });

  it('keeps what came when a page fails for good, and reads only the rest when it is tried again', async () => {
    const { ask, asked } = server(950, 100);
    let isBroken = true;
    const reader = createListReader(
      async (place) => {
        if (isBroken && 'page' in place && place.page === 5) throw refused(500);
        return ask(place);
      },
      () => undefined,
      noSleep,
    );
    await expect(reader.read()).rejects.toMatchObject({ status: 500, isRetried: true });
    expect(reader.get()).toMatchObject({ step: 'failed', loaded: 850, total: 950 });
    isBroken = false;
    const before = asked.length;
    await reader.read();
    expect(asked.slice(before)).toEqual([{ page: 5 }]);
    expect(reader.rows()).toHaveLength(950);
  });

  it('stops when it is told, keeps what came, and goes on from there', async () => {
    const { ask, asked } = server(950, 100);
    const reader = createListReader(
      async (place) => {
        if ('page' in place && place.page === 4) reader.stop();
        return ask(place);
      },
      () => undefined,
    );
    await reader.read();
    expect(reader.get().step).toBe('stopped');
    const had = reader.rows().length;
    expect(had).toBeGreaterThan(0);
    expect(had).toBeLessThan(950);
    await reader.read();
    // Page 4 stops it again, once it is asked for: from then on nothing is in the way.
    if (reader.get().step === 'stopped') await reader.read();
    expect(reader.rows()).toHaveLength(950);
    expect(new Set(asked.map((place) => JSON.stringify(place))).size).toBe(10);
  });
});

describe('an answer of a list', () => {
  const read = (body: unknown, headers: Record<string, string> = {}) =>
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
    expect(read(body).rows).toEqual([one]);
  });

  it('in cursor form says what to ask next', () => {
    expect(read({ data: [one], next_cursor: 'n', has_more: true })).toMatchObject({
      next: 'n',
      isCursor: true,
    });
    expect(read({ data: [one], next_cursor: 'n', has_more: false })).toMatchObject({ next: null });
  });

  it('is nothing where nothing came, and an error where no list is in it', () => {
    expect(read('').rows).toEqual([]);
    expect(() => read('<html>')).toThrow(RequestError);
    expect(() => read({ message: 'busy' })).toThrow(RequestError);
    expect(() => read('null')).toThrow(RequestError);
  });

  it('makes rows of whatever stands in it: without a name, data null or text, no record at all', () => {
    const rows = read([
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
