import { expect, it } from 'vitest';
import { CodedBody } from '../http/compression/coded-body';
import { createListCache, type CachedList } from './list-cache';

const answer = (mark: string, bytes: number): CachedList => ({
  mark,
  etag: `"${mark}"`,
  isCompressible: true,
  body: new CodedBody(new Uint8Array(bytes), 'identity'),
  headers: {},
});

it('gives an answer under the mark it was made under, and under no other, ever after', () => {
  const answers = createListCache(1_000_000);
  answers.keep('a', answer('1', 10));
  expect(answers.find('a', '1')?.etag).toBe('"1"');
  expect(answers.find('a', '2')).toBeNull();
  expect([answers.find('a', '1'), answers.size]).toEqual([null, 0]);
});

it('holds no more than its limit; what was not asked for longest goes first', () => {
  const answers = createListCache(100_000);
  for (let n = 0; n < 1000; n += 1) {
    answers.keep(`q${n}`, answer('1', 9000));
    answers.find('q0', '1');
    expect(answers.size).toBeLessThanOrEqual(100_000);
  }
  expect(answers.find('q0', '1')).not.toBeNull();
  expect(answers.find('q1', '1')).toBeNull();
  expect(answers.find('q999', '1')).not.toBeNull();
});

it('does not give up all others for one large answer', () => {
  const answers = createListCache(100_000);
  answers.keep('small', answer('1', 10));
  answers.keep('large', answer('1', 50_000));
  expect([answers.find('large', '1'), answers.find('small', '1')?.mark]).toEqual([null, '1']);
});

it('counts an answer once that is kept anew', () => {
  const answers = createListCache(100_000);
  for (let n = 0; n < 100; n += 1) answers.keep('a', answer(String(n), 5000));
  expect(answers.size).toBeLessThan(6000);
});
