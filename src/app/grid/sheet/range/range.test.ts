import { expect, it } from 'vitest';
import { fillTo, fillWithin, pasteBlock, sourceOf, tiled } from './fill';
import {
  blockOf,
  cellCount,
  cellsOf,
  clampRange,
  extendBy,
  extendTo,
  extendToEnd,
  isInBlock,
  singleCell,
  sizeOf,
  wholeColumn,
} from './range';
import { summaryOf } from './summary';

const bounds = { rows: 10, columns: 4 };
const start = singleCell({ row: 3, column: 1 });

it('extends a range from its active cell, which stays', () => {
  const down = extendBy(extendBy(start, 'down', bounds), 'right', bounds);
  expect(down).toEqual({ anchor: { row: 3, column: 1 }, focus: { row: 4, column: 2 } });
  expect(blockOf(down)).toEqual({ rows: [3, 4], columns: [1, 2] });
  // Back over the active cell, and beyond it.
  const up = extendBy(extendBy(down, 'up', bounds), 'up', bounds);
  expect(blockOf(up)).toEqual({ rows: [2, 3], columns: [1, 2] });
  expect(blockOf(extendTo(up, { row: 0, column: 0 }))).toEqual({ rows: [0, 3], columns: [0, 1] });
});

it('extends to the end, and never beyond it', () => {
  expect(blockOf(extendToEnd(start, 'down', bounds))).toEqual({ rows: [3, 9], columns: [1, 1] });
  expect(blockOf(extendToEnd(start, 'up', bounds))).toEqual({ rows: [0, 3], columns: [1, 1] });
  expect(blockOf(extendToEnd(start, 'left', bounds))).toEqual({ rows: [3, 3], columns: [0, 1] });
  expect(blockOf(extendBy(start, 'right', bounds, 99))).toEqual({ rows: [3, 3], columns: [1, 3] });
  expect(blockOf(clampRange(wholeColumn(2, bounds), { rows: 5, columns: 4 }))).toEqual({
    rows: [0, 4],
    columns: [2, 2],
  });
  expect(blockOf(wholeColumn(0, { rows: 0, columns: 4 }))).toEqual({ rows: [0, 0], columns: [0, 0] });
});

it('counts and walks the cells of a block', () => {
  const block = { rows: [1, 2], columns: [0, 1] } as const;
  expect([sizeOf(block), cellCount(block)]).toEqual([{ rows: 2, columns: 2 }, 4]);
  expect([...cellsOf(block)].map(({ row, column }) => `${row}/${column}`)).toEqual([
    '1/0',
    '1/1',
    '2/0',
    '2/1',
  ]);
  expect([isInBlock(block, { row: 2, column: 1 }), isInBlock(block, { row: 3, column: 1 })]).toEqual([
    true,
    false,
  ]);
});

it('repeats what is pasted over a larger range if that is a multiple of it, else pastes it once', () => {
  const one = { rows: [2, 2], columns: [1, 1] } as const;
  const target = { rows: [2, 9], columns: [1, 2] } as const;
  expect(pasteBlock({ rows: 3, columns: 2 }, one)).toEqual({ rows: [2, 4], columns: [1, 2] });
  expect(pasteBlock({ rows: 1, columns: 1 }, target)).toEqual(target);
  expect(pasteBlock({ rows: 4, columns: 2 }, target)).toEqual(target);
  expect(pasteBlock({ rows: 3, columns: 2 }, target)).toEqual({ rows: [2, 4], columns: [1, 2] });
  expect(tiled({ row: 7, column: 2 }, { row: 2, column: 1 }, { rows: 4, columns: 2 })).toEqual({
    row: 1,
    column: 1,
  });
});

it('fills a block down and right from its first row or column, or from what stands before it', () => {
  const block = { rows: [2, 4], columns: [1, 2] } as const;
  expect(fillWithin(block, 'down')).toEqual({
    source: { rows: [2, 2], columns: [1, 2] },
    target: { rows: [3, 4], columns: [1, 2] },
  });
  expect(fillWithin(block, 'right')?.target).toEqual({ rows: [2, 4], columns: [2, 2] });
  const line = { rows: [5, 5], columns: [1, 2] } as const;
  expect(fillWithin(line, 'down')).toEqual({ source: { rows: [4, 4], columns: [1, 2] }, target: line });
  expect(fillWithin({ rows: [0, 0], columns: [1, 2] }, 'down')).toBeNull();
});

it('repeats a block along the side to which its handle is dragged, upward as well', () => {
  const source = { rows: [2, 3], columns: [1, 1] } as const;
  expect(fillTo(source, { row: 3, column: 1 })).toBeNull();
  const down = fillTo(source, { row: 6, column: 2 });
  expect(down?.target).toEqual({ rows: [4, 6], columns: [1, 1] });
  expect([4, 5, 6].map((row) => down && sourceOf(down, { row, column: 1 }).row)).toEqual([2, 3, 2]);
  const up = fillTo(source, { row: 0, column: 1 });
  expect(up?.target).toEqual({ rows: [0, 1], columns: [1, 1] });
  expect([0, 1].map((row) => up && sourceOf(up, { row, column: 1 }).row)).toEqual([2, 3]);
  expect(fillTo(source, { row: 2, column: 3 })?.target).toEqual({ rows: [2, 3], columns: [2, 3] });
});

it('adds exactly, and rounds the average once', () => {
  expect(summaryOf(['0.1', '0.2', null, 'x', undefined])).toEqual({
    numbers: 2,
    sum: '0.3',
    average: '0.15',
  });
  expect(summaryOf(['0.02', '0.01', '0.01'], 2).average).toBe('0.01');
  expect(summaryOf(['1.005'], 2)).toEqual({ numbers: 1, sum: '1.005', average: '1.01' });
  // 0.0045 would become 0.01 if it were rounded to three decimals before two.
  expect(summaryOf(['0.009', '0'], 2).average).toBe('0.00');
  expect(summaryOf(['99999999999999999999.99', '0.01']).sum).toBe('100000000000000000000');
  expect(summaryOf([])).toEqual({ numbers: 0, sum: null, average: null });
});
