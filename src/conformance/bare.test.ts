import { describe, expect, it, vi } from 'vitest';
import { breakages } from '../../e2e/bare-breakages';
import { startBareServer, type BareOptions } from '../../e2e/bare-server';
import { checks, runConformance, type Report, type Target } from './run';

// Some hundred requests over real sockets each.
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
const hidden = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'not shown by this server').map(({ id }) => id);

it('each check has a name of its own', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  expect(new Set(breakages.map(({ says }) => says)).size).toBe(breakages.length);
});

describe('the bare server', () => {
  it('breaks no sentence, and shows all but the events that it does not let be read', async () => {
    const report = await check({});
    expect(failures(report)).toEqual([]);
    expect(hidden(report)).toEqual(['event-create', 'event-update', 'event-payload', 'event-user']);
    expect(report.left).toEqual([]);
  });
});

it.each(breakages.map((breakage) => [breakage.says, breakage] as const))(
  'a server that %s is found out',
  async (_, { does, found }) => {
    const failed = failures(await check({ breakage: does }, { only: found })).map(({ id }) => id);
    expect(failed.toSorted()).toEqual(found.toSorted());
  },
);
