import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { searchPace, useSearchPace } from './search-pace';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('searches for the first key at once, then for the latest every 60 ms at most, and for the last one in any case', () => {
  const searched: string[] = [];
  const pace = searchPace();
  // Ten keys, 20 ms apart: what is newest after 0, 60, 120 and 180 ms, then the last one.
  for (const key of 'cinnamon r') {
    pace.run(() => searched.push(key));
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(60);
  expect(searched.join('')).toBe('cnm r');
  vi.advanceTimersByTime(60);
  pace.run(() => searched.push('!'));
  expect(searched.at(-1)).toBe('!');
});

it('searches for nothing that was taken back', () => {
  const search = vi.fn();
  const pace = searchPace();
  pace.run(() => {});
  pace.run(search);
  pace.cancel();
  vi.advanceTimersByTime(1000);
  expect(search).not.toHaveBeenCalled();
});

it('gives a value on at that pace', () => {
  const { result, rerender } = renderHook(({ typed }) => useSearchPace(typed), {
    initialProps: { typed: '' },
  });
  act(() => void vi.advanceTimersByTime(60));
  rerender({ typed: 'r' });
  expect(result.current).toBe('r');
  rerender({ typed: 'ry' });
  expect(result.current).toBe('r');
  act(() => void vi.advanceTimersByTime(60));
  expect(result.current).toBe('ry');
});
