import { expect, it } from 'vitest';
import { mergeNewestFirst } from './security-entries';

const at = (...times: string[]) => times.map((time) => ({ at: time }));
const times = (logs: Parameters<typeof mergeNewestFirst>[0]) =>
  mergeNewestFirst(logs).map((one) => one['at']);

it('merges logs by time, newest first', () => {
  const events = { entries: at('2026-03-04', '2026-03-02'), more: false };
  const signIns = { entries: at('2026-03-05', '2026-03-03'), more: false };
  expect(times([events, signIns])).toEqual(['2026-03-05', '2026-03-04', '2026-03-03', '2026-03-02']);
});

it('keeps back what is older than the loaded part of a log with more pages', () => {
  const events = { entries: at('2026-03-04', '2026-03-01'), more: false };
  const signIns = { entries: at('2026-03-05', '2026-03-03'), more: true };
  expect(times([events, signIns])).toEqual(['2026-03-05', '2026-03-04', '2026-03-03']);
});
