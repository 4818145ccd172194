import { describe, expect, it } from 'vitest';
import { windowCounter } from './attempts';

describe('a counter of attempts', () => {
  it('counts each key in its own minute, and begins anew after it', () => {
    let now = 1_000;
    const counter = windowCounter(100, 60_000, () => now);
    expect([counter.add('a').count, counter.add('a').count, counter.add('b').count]).toEqual([1, 2, 1]);
    now = 60_000;
    expect(counter.get('a')).toEqual({ count: 2, seconds: 1 });
    counter.takeBack('a');
    expect(counter.get('a').count).toBe(1);
    now = 61_001;
    expect(counter.get('a').count).toBe(0);
    expect(counter.add('a').count).toBe(1);
  });

  it('holds no more keys than it may, however many come: those whose minute began first go', () => {
    const counter = windowCounter(1000);
    for (let n = 0; n < 100_000; n += 1) counter.add(`stranger${n}@example.org`);
    expect(counter.size).toBe(1000);
    expect([
      counter.get('stranger99999@example.org').count,
      counter.get('stranger0@example.org').count,
    ]).toEqual([1, 0]);
  });
});
