import { expect, it } from 'vitest';
import { startBareServer } from '../../e2e/generic-server/server';
import { main } from './main';

async function say(...args: string[]): Promise<{ status: number; said: string }> {
  let said = '';
  const status = await main(args, (text) => (said += text));
  return { status, said };
}

it('prints a table and ends with 0 where no sentence failed', async () => {
  const server = await startBareServer();
  const { status, said } = await say('--base-url', server.url, '--key', server.key, '--read-only');
  const wanted = JSON.stringify(server.records());
  expect(status).toBe(0);
  expect(said).toMatch(/^pass +4\.2 +list-array /m);
  expect(said).toMatch(/^not shown +4\.4 +array-order .*\n +it is seen only by writing$/m);
  expect(said).toMatch(/\d+ pass, 0 fail, 0 notes, \d+ not shown by this server/);
  expect(JSON.stringify(server.records())).toBe(wanted);
  await server.close();
});

it('ends with 1 where one failed, and says in JSON what was expected and seen', async () => {
  const server = await startBareServer({ breakage: { maximumPageSize: 5000 } });
  const { status, said } = await say('--base-url', server.url, '--key', server.key, '--read-only', '--json');
  expect(status).toBe(1);
  expect(JSON.parse(said).results).toContainEqual(
    expect.objectContaining({
      id: 'page-size-maximum',
      section: '8',
      verdict: 'fail',
      expected: 'plu: at most 1000',
      seen: 'X-Page-Size: 5000, 12 items',
    }),
  );
  await server.close();
});

it('ends with 2 where nothing could be asked, or was', async () => {
  const server = await startBareServer();
  expect((await say('--base-url', server.url, '--key', 'no key')).status).toBe(2);
  await server.close();
  expect((await say('--base-url', server.url, '--key', server.key)).said).toContain('ECONNREFUSED');
  expect(await say('--key', 'key')).toMatchObject({
    status: 2,
    said: expect.stringContaining('--base-url URL'),
  });
});
