import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { findPostmaster } from './postmaster';
import { startEmbedded } from './start';

vi.setConfig({ testTimeout: 60_000 });

test('a server that dies while its service stops is not left running, and not left half started', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-supervise-'));
  await chmod(folder, 0o755);
  const said: string[] = [];
  const note = (message: string) => void said.push(message);
  try {
    const log = { info: note, warn: note, error: note };
    const server = await startEmbedded({ dataDir: path.join(folder, 'data'), log });
    const file = path.join(server.directory, 'postmaster.pid');
    process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL');
    // In the middle of the following start.
    await expect.poll(() => said.join('\n')).toContain('has ended. Starting it again.');
    await server.stop();
    expect(await findPostmaster(server.directory)).toBeUndefined();
    await rm(path.dirname(server.directory), { recursive: true, force: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
