import { describe, expect, it, vi } from 'vitest';
import { breakages } from '../../e2e/generic-server/breakages';
import { startBareServer, type BareOptions } from '../../e2e/generic-server/server';
import { checks, runConformance, type Report, type Target } from './run';

// About a hundred requests over real sockets each.
vi.setConfig({ testTimeout: 60_000 });

async function check(options: BareOptions, target: Partial<Target> = {}): Promise<Report> {
  const server = await startBareServer(options);
  try {
    const { url, key, secondKey } = server;
    return await runConformance({ baseUrl: url, key, secondKey, ...target });
  } finally {
    await server.close();
  }
}

const failures = ({ results }: Report) => results.filter(({ verdict }) => verdict === 'fail');
const notes = ({ results }: Report) => results.filter(({ verdict }) => verdict === 'note');
const hidden = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'not shown by this server').map(({ id }) => id);

it('each check has a name of its own', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  expect(new Set(breakages.map(({ says }) => says)).size).toBe(breakages.length);
});

describe('the bare server', () => {
  it('breaks no sentence, is noted for nothing, and shows all but the events that it does not let be read', async () => {
    const report = await check({});
    expect([...failures(report), ...notes(report)]).toEqual([]);
    expect(hidden(report)).toEqual(['event-create', 'event-update', 'event-payload', 'event-user']);
    expect(report.left).toEqual([]);
  });
});

it('notes what the interface does not say: digits of numbers, and the other keys, inside `data`', async () => {
  const silent = ['data-numbers-equal', 'put-data-siblings'];
  expect(
    checks
      .filter(({ isNote }) => isNote)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(silent);
  for (const { does } of breakages.filter(({ found }) => found.some((id) => silent.includes(id)))) {
    const report = await check({ breakage: does }, { only: silent });
    expect(failures(report)).toEqual([]);
    expect(notes(report)).toHaveLength(1);
    expect(notes(report)[0]?.expected).not.toBe('');
  }
});

it.each(breakages.map((breakage) => [breakage.says, breakage] as const))(
  'a server that %s is found out',
  async (_, { does, found }) => {
    const report = await check({ breakage: does }, { only: found });
    const failed = [...failures(report), ...notes(report)].map(({ id }) => id);
    expect(failed.toSorted()).toEqual(found.toSorted());
  },
);
