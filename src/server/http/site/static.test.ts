import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressFile } from '../../../../scripts/precompress.mjs';
import { decompress, type Bytes } from '../compression/compress';
import { applicationRoutes } from './static';

const script = `export const text = '${'Cinnamon bun, rye bread. '.repeat(200)}';\n`;
const page = `<html><head></head><body>${'The application. '.repeat(100)}</body></html>`;
let folder: string;
let routes: ReturnType<typeof applicationRoutes>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-static-'));
  await mkdir(path.join(folder, 'assets'));
  const file = path.join(folder, 'assets/first.js');
  await writeFile(file, script);
  await compressFile(file);
  await writeFile(path.join(folder, 'assets/font.woff2'), 'x'.repeat(2000));
  await writeFile(path.join(folder, 'index.html'), page);
  routes = applicationRoutes(folder, 'own');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function get(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await routes.request(`http://till.example${address}`, { headers, method });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, header: (name: string) => response.headers.get(name), bytes };
}
const textOf = async (bytes: Bytes, coding: string | null) =>
  new TextDecoder().decode(coding === 'br' || coding === 'gzip' ? await decompress(bytes, coding) : bytes);

describe('a file of the application', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['deflate', null],
    ['', null],
  ])('asked for with "%s" comes in %s, for ever, and says what it varies by', async (accepted, coding) => {
    const headers = { 'Accept-Encoding': accepted };
    const answer = await get('/assets/first.js', headers);
    expect([answer.status, answer.header('content-encoding')]).toEqual([200, coding]);
    expect(await textOf(answer.bytes, coding)).toBe(script);
    expect(Number(answer.header('content-length'))).toBe(answer.bytes.byteLength);
    expect(answer.header('vary')).toBe('Accept-Encoding');
    expect(answer.header('cache-control')).toContain('immutable');
    const head = await get('/assets/first.js', headers, 'HEAD');
    for (const name of ['content-encoding', 'content-length', 'vary', 'cache-control'])
      expect([name, head.header(name)]).toEqual([name, answer.header(name)]);
    expect(head.bytes.byteLength).toBe(0);
  });

  it('gives a part of the bytes that it would send, in each coding', async () => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const headers = { 'Accept-Encoding': accepted };
      const whole = await get('/assets/first.js', headers);
      const part = await get('/assets/first.js', { ...headers, Range: 'bytes=10-19' });
      expect([part.status, part.header('content-encoding')]).toEqual([206, whole.header('content-encoding')]);
      expect(part.header('content-range')).toBe(`bytes 10-19/${whole.bytes.byteLength}`);
      expect(part.bytes).toEqual(whole.bytes.slice(10, 20));
      const none = await get('/assets/first.js', { ...headers, Range: 'bytes=900000-' });
      expect([none.status, none.header('content-range')]).toEqual([416, `bytes */${whole.bytes.byteLength}`]);
    }
  });

  it('that is a source map is not sent', async () => {
    await writeFile(path.join(folder, 'assets/first.js.map'), '{}');
    for (const address of ['/assets/first.js.map', '/assets/first.js%2Emap', '/assets/first.js.map?v=1'])
      expect([address, (await get(address)).status]).toEqual([address, 404]);
  });

  it('that is compressed in itself is sent as it is', async () => {
    const font = await get('/assets/font.woff2', { 'Accept-Encoding': 'gzip, br' });
    expect([font.status, font.header('content-encoding'), font.bytes.byteLength]).toEqual([200, null, 2000]);
  });
});

it('the page is compressed too, and is the same in each coding', async () => {
  const plain = await get('/products');
  for (const coding of ['br', 'gzip']) {
    const answer = await get('/products', { 'Accept-Encoding': coding });
    expect([answer.header('content-encoding'), answer.header('vary')]).toEqual([coding, 'Accept-Encoding']);
    expect(await textOf(answer.bytes, coding)).toBe(new TextDecoder().decode(plain.bytes));
    expect(answer.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
  }
});
