import { expect, it } from 'vitest';
import { openTurns } from './turns';

/** Work whose parts end one after the other, when `next` is called; `began` has them in their order. */
function work(parts: Record<string, number>, atOnce: number) {
  const began: string[] = [];
  const ending: (() => void)[] = [];
  const turns = openTurns(atOnce, async (piece: string) => {
    began.push(piece);
    await new Promise<void>((resolve) => {
      ending.push(resolve);
    });
    const left = (parts[piece] ?? 1) - 1;
    parts[piece] = left;
    return left > 0;
  });
  const next = async () => {
    ending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const all = async () => {
    while (ending.length > 0) await next();
  };
  return { turns, began, next, all };
}

it('work of many owners is done in parts, and each owner has its turn after one part of another', async () => {
  const { turns, began, next, all } = work({ 'a 1': 200, 'a 2': 200 }, 1);
  void turns.take('a', 'a 1', 'a 1');
  void turns.take('a', 'a 2', 'a 2');
  await next();
  const small = turns.take('b', 'b 1', 'b 1');
  await next();
  await next();
  await small;
  expect(began.slice(0, 4)).toEqual(['a 1', 'a 2', 'b 1', 'a 1']);
  expect(turns.count()).toBe(2);
  await all();
  expect([began.length, turns.count()]).toEqual([401, 0]);
});

it('an owner that comes always again lets the others have every other part', async () => {
  const { turns, began, all } = work({ 'a 1': 3, 'b 1': 3, 'a 2': 3 }, 1);
  for (const piece of ['a 1', 'a 2', 'b 1']) void turns.take(piece.slice(0, 1), piece, piece);
  await all();
  expect(began.map((piece) => piece.slice(0, 1)).join('')).toBe('ababab'.concat('aaa'));
});

it('as many parts as may are done at once, a piece never twice', async () => {
  const { turns, began, all } = work({ 'a 1': 2 }, 2);
  const first = turns.take('a', 'a 1', 'a 1');
  expect(turns.take('a', 'a 1', 'a 1')).toBe(first);
  void turns.take('b', 'b 1', 'b 1');
  void turns.take('c', 'c 1', 'c 1');
  expect(began).toEqual(['a 1', 'b 1']);
  await all();
  expect(began).toEqual(['a 1', 'b 1', 'c 1', 'a 1']);
});

it('of one owner one part is done at a time: the other places are for others', async () => {
  const { turns, began, all } = work({ 'a 1': 1, 'a 2': 1 }, 2);
  for (const piece of ['a 1', 'a 2', 'b 1']) void turns.take(piece.slice(0, 1), piece, piece);
  expect(began).toEqual(['a 1', 'b 1']);
  await all();
  expect(began).toEqual(['a 1', 'b 1', 'a 2']);
});

it('a close waits for the parts under way, begins no other, and leaves nobody waiting', async () => {
  const { turns, began, next } = work({ 'a 1': 5 }, 1);
  const [one, two] = [turns.take('a', 'a 1', 'a 1'), turns.take('b', 'b 1', 'b 1')];
  const closed = turns.close();
  await next();
  await Promise.all([closed, one, two, turns.take('c', 'c 1', 'c 1')]);
  expect(began).toEqual(['a 1']);
});
