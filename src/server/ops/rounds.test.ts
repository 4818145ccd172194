import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { openRounds, type Rounds } from './rounds';

const log = { warn: vi.fn() };
let rounds: Rounds | null = null;
afterEach(async () => {
  await rounds?.close();
  log.warn.mockClear();
});

/** Opens rounds that end when they are told to. */
function held(every: number | null = null) {
  const began: (() => void)[] = [];
  const round = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      began.push(resolve);
    });
  rounds = openRounds({ every, log, failing: 'nothing could be done', round });
  return { rounds, began };
}

it('looks that come during a round are one more round after it', async () => {
  const { rounds: work, began } = held();
  const looks = [work.runNow(), work.runNow(), work.runNow()];
  await vi.waitFor(() => expect(began.length).toBe(1));
  began[0]?.();
  await vi.waitFor(() => expect(began.length).toBe(2));
  began[1]?.();
  await Promise.all(looks);
  expect(began.length).toBe(2);
});

it('a round that failed is logged and the next one begins; an outage of the database is not logged', async () => {
  const faults = [new Error('broken'), new Error('Connection terminated unexpectedly')];
  let done = 0;
  const round = async () => {
    const fault = faults.shift();
    if (fault) throw fault;
    done += 1;
  };
  rounds = openRounds({ every: null, log, failing: 'nothing could be done', round });
  for (let n = 0; n < 3; n += 1) await rounds.runNow();
  expect(done).toBe(1);
  expect(log.warn.mock.calls).toEqual([[{ fault: expect.anything() }, 'nothing could be done']]);
});

it('rounds come by themselves, never two at once', async () => {
  const { began } = held(5);
  await vi.waitFor(() => expect(began.length).toBe(1));
  await wait(50);
  expect(began.length).toBe(1);
  began[0]?.();
  await vi.waitFor(() => expect(began.length).toBe(2));
});

it('a close tells the round under way, waits for it, and no other begins', async () => {
  const said: string[] = [];
  rounds = openRounds({
    every: 5,
    log,
    failing: 'nothing could be done',
    round: async (signal) => {
      said.push('began');
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      said.push('ended');
    },
  });
  void rounds.runNow();
  await rounds.close();
  said.push('closed');
  await rounds.runNow();
  await wait(30);
  expect(said).toEqual(['began', 'ended', 'closed']);
});
