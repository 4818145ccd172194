import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('each proof that docs/threats.md names is there', async () => {
  const text = await readFile('docs/threats.md', 'utf8');
  const files = [...text.matchAll(/`((?:src|e2e|bench)\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile('package.json', 'utf8'));
  const commands = [...text.matchAll(/`npm run ([\w:]+)`/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

it('it has a row for each thing that must hold', async () => {
  const text = await readFile('docs/threats.md', 'utf8');
  const rows = [...text.matchAll(/^\| <a id="\d+"><\/a>(\d+) +\|/gm)].map(([, n]) => Number(n));
  expect(rows).toEqual(Array.from({ length: 33 }, (_, n) => n + 1));
});
