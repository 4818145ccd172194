import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyPrograms } from './copied-programs';

let folder = '';
let source = { folder: '', name: 'linux-x64', version: '18.4.0' };
let copy = '';
const said: string[] = [];
const note = (message: string) => void said.push(message);
const log = { info: note, warn: note, error: note };
const make = () => copyPrograms(source, copy, log);

beforeEach(async () => {
  said.length = 0;
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-programs-'));
  source = { ...source, folder: path.join(folder, 'source') };
  copy = path.join(folder, 'programs', 'linux-x64-18.4.0');
  await mkdir(path.join(source.folder, 'bin'), { recursive: true });
  await mkdir(path.join(source.folder, 'lib'));
  await writeFile(path.join(source.folder, 'bin', 'postgres'), 'a program\n', { mode: 0o700 });
  await writeFile(path.join(source.folder, 'lib', 'libpq.so'), 'a library\n', { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('programs are copied once, for everybody to run, and the record says what they are', async () => {
  expect(await make()).toEqual({ ...source, folder: copy });
  expect((await stat(path.join(copy, 'bin', 'postgres'))).mode & 0o777).toBe(0o755);
  expect((await stat(path.join(copy, 'lib', 'libpq.so'))).mode & 0o777).toBe(0o644);
  expect(JSON.parse(await readFile(path.join(copy, 'copied.json'), 'utf8'))).toMatchObject({ files: 2 });
  const { ino } = await stat(path.join(copy, 'bin', 'postgres'));
  await make();
  expect((await stat(path.join(copy, 'bin', 'postgres'))).ino).toBe(ino);
  expect(said).toEqual([]);
});

const damages: [string, () => Promise<void>][] = [
  ['a library that is empty', () => truncate(path.join(copy, 'lib', 'libpq.so'))],
  ['a library that is missing', () => rm(path.join(copy, 'lib', 'libpq.so'))],
  [
    'a library of the right size with other bytes',
    () => writeFile(path.join(copy, 'lib', 'libpq.so'), '\0'.repeat(10)),
  ],
  ['no record', () => rm(path.join(copy, 'copied.json'))],
  ['a record that is empty', () => truncate(path.join(copy, 'copied.json'))],
];
test.each(damages)('a copy with %s is made anew, and the log says why', async (_, damage) => {
  await make();
  await damage();
  await make();
  expect(await readFile(path.join(copy, 'lib', 'libpq.so'), 'utf8')).toBe('a library\n');
  expect(said.join('\n')).toContain('copied anew');
  said.length = 0;
  await make();
  expect(said).toEqual([]);
  expect(await readdir(path.dirname(copy))).toEqual([path.basename(copy)]);
});

test('two copies at the same instant leave one, whole', async () => {
  await Promise.all([make(), make()]);
  expect(await readdir(path.dirname(copy))).toEqual([path.basename(copy)]);
  said.length = 0;
  await make();
  expect(said).toEqual([]);
});

test('a copy whose source has changed under the same version is made anew', async () => {
  await make();
  await cp(path.join(source.folder, 'lib', 'libpq.so'), path.join(source.folder, 'lib', 'libpq.so.5'));
  await chmod(path.join(source.folder, 'lib', 'libpq.so.5'), 0o644);
  await make();
  expect(await readdir(path.join(copy, 'lib'))).toEqual(['libpq.so', 'libpq.so.5']);
});
