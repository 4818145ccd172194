import { expect, it } from 'vitest';
import type { Row } from '../../data/row';
import { createCellEdits, cellKey, type CellChange, type CellMark, type WriteResult } from './cell-edits';

const row = (price: string, version: number): Row => ({ id: 'a', active: true, data: {}, price, version });
const change = (value: string): CellChange => ({
  id: 'a',
  field: 'price',
  kind: 'decimal',
  name: 'Bun',
  value,
  typed: value,
});
const key = cellKey('a', 'price');

/** Edits whose writes are recorded in order and answered by the test. */
function held() {
  const asked: { row: Row; value: unknown; end: (written: WriteResult | Error) => void }[] = [];
  const failed: CellMark[] = [];
  const edits = createCellEdits({
    write: (from, { value }) =>
      new Promise((done, fail) => {
        asked.push({ row: from, value, end: (one) => (one instanceof Error ? fail(one) : done(one)) });
      }),
    saved: () => {},
    failed: (mark) => failed.push(mark),
  });
  const next = async () => {
    await Promise.resolve();
    await Promise.resolve();
    return asked.shift();
  };
  return { edits, asked, failed, next };
}

it('saves the changes of one record one after the other, each on the version before', async () => {
  const { edits, asked, next } = held();
  const both = [edits.save(row('1', 1), change('2'), '1'), edits.save(row('1', 1), change('3'), '1')];
  const first = await next();
  expect([first?.row['version'], first?.value, asked.length]).toEqual([1, '2', 0]);
  first?.end({ kind: 'saved', row: row('2', 2) });
  await both[0];
  const second = await next();
  expect([second?.row['version'], second?.value]).toEqual([2, '3']);
  // The result of the first change no longer concerns the cell.
  expect(edits.get().marks.get(key)?.typed).toBe('3');
  second?.end({ kind: 'saved', row: row('3', 3) });
  expect(await both[1]).toBe(true);
  expect([edits.get().marks.size, edits.get().saving]).toEqual([0, 0]);
});

it('keeps what could not be saved until it is tried again or let go', async () => {
  const { edits, failed, next } = held();
  const saving = edits.save(row('1', 1), change('2'), '1');
  (await next())?.end(new Error('no network'));
  expect(await saving).toBe(false);
  expect(edits.get().marks.get(key)).toMatchObject({ typed: '2', why: { kind: 'error' } });
  expect(failed).toHaveLength(1);
  void edits.retry(key);
  expect(edits.get().marks.get(key)?.why).toBeNull();
  (await next())?.end({ kind: 'refused', text: 'Must be a number' });
  await expect.poll(() => edits.get().marks.get(key)?.why?.kind).toBe('refused');
  edits.discard(key);
  expect(edits.get().marks.size).toBe(0);
});

it('after a conflict goes on from what somebody else saved', async () => {
  const { edits, next } = held();
  const saving = edits.save(row('1', 1), change('2'), '1');
  (await next())?.end({ kind: 'conflict', row: row('9', 2) });
  expect(await saving).toBe(false);
  expect(edits.get().rows.get('a')?.['price']).toBe('9');
  void edits.retry(key);
  const again = await next();
  expect([again?.row['version'], again?.value]).toEqual([2, '2']);
});

it('takes the last saved change back, once', async () => {
  const { edits, next, asked } = held();
  const saving = edits.save(row('1', 1), change('2'), '1');
  (await next())?.end({ kind: 'saved', row: row('2', 2) });
  await saving;
  edits.undo();
  const back = await next();
  expect([back?.row['version'], back?.value]).toEqual([2, '1']);
  back?.end({ kind: 'saved', row: row('1', 3) });
  await expect.poll(() => edits.get().saving).toBe(0);
  edits.undo();
  await Promise.resolve();
  expect(asked).toHaveLength(0);
});

it('goes on from the version that the list shows, if somebody else has saved it since', async () => {
  const { edits, next } = held();
  const saving = edits.save(row('1', 1), change('2'), '1');
  (await next())?.end({ kind: 'saved', row: row('2', 2) });
  await saving;
  void edits.save(row('9', 3), change('4'), '9');
  const second = await next();
  expect([second?.row['version'], second?.row['price']]).toEqual([3, '9']);
});

it('takes nothing back over what somebody else has made of the value since, and says so', async () => {
  const { edits, asked, failed, next } = held();
  const saving = edits.save(row('1', 1), change('2'), '1');
  (await next())?.end({ kind: 'saved', row: row('2', 2) });
  await saving;
  // Another field is saved here, and comes with the other person's price.
  edits.accept([row('9', 4)]);
  edits.undo();
  await expect.poll(() => edits.get().marks.get(key)?.why?.kind).toBe('conflict');
  expect([asked.length, failed.map(({ typed }) => typed), edits.get().rows.get('a')?.['price']]).toEqual([
    0,
    ['1'],
    '9',
  ]);
  void edits.retry(key);
  const again = await next();
  expect([again?.row['version'], again?.value]).toEqual([4, '1']);
});

it('is taken back also when the list has forgotten what was written here', async () => {
  const { edits, next } = held();
  const saving = edits.save(row('1', 1), change('2'), '1');
  (await next())?.end({ kind: 'saved', row: row('2', 2) });
  await saving;
  edits.discardRows();
  edits.undo();
  const back = await next();
  expect([back?.row['version'], back?.row['price'], back?.value]).toEqual([2, '2', '1']);
});

it('does again what was taken back, until something else is changed', async () => {
  const { edits, next, asked } = held();
  const saving = edits.save(row('1', 1), change('2'), '1');
  (await next())?.end({ kind: 'saved', row: row('2', 2) });
  await saving;
  edits.undo();
  (await next())?.end({ kind: 'saved', row: row('1', 3) });
  await expect.poll(() => edits.get().saving).toBe(0);
  edits.redo();
  const again = await next();
  expect([again?.row['version'], again?.value]).toEqual([3, '2']);
  again?.end({ kind: 'saved', row: row('2', 4) });
  await expect.poll(() => edits.get().saving).toBe(0);
  edits.redo();
  await Promise.resolve();
  expect(asked).toHaveLength(0);

  edits.undo();
  const back = await next();
  expect([back?.row['version'], back?.value]).toEqual([4, '1']);
  back?.end({ kind: 'saved', row: row('1', 5) });
  await expect.poll(() => edits.get().saving).toBe(0);
  const other = edits.save(row('1', 5), change('7'), '1');
  (await next())?.end({ kind: 'saved', row: row('7', 6) });
  await other;
  edits.redo();
  await Promise.resolve();
  expect(asked).toHaveLength(0);
});

it('takes back what was changed last, not what was stored last', async () => {
  const { edits, next } = held();
  const other = { ...row('5', 1), id: 'b' };
  const saving = [
    edits.save(row('1', 1), change('2'), '1'),
    edits.save(other, { ...change('6'), id: 'b' }, '5'),
  ];
  const [first, second] = [await next(), await next()];
  second?.end({ kind: 'saved', row: { ...row('6', 2), id: 'b' } });
  await saving[1];
  first?.end({ kind: 'saved', row: row('2', 2) });
  await saving[0];
  edits.undo();
  const back = await next();
  expect([back?.row.id, back?.value]).toEqual(['b', '5']);
});

it('sends nothing for a reference that was typed and not chosen', async () => {
  const { edits, asked } = held();
  edits.retain(row('1', 1), change('bak'), { kind: 'unchosen' });
  void edits.retry(key);
  await Promise.resolve();
  expect([asked.length, edits.get().marks.get(key)?.typed]).toEqual([0, 'bak']);
});
