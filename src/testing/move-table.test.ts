import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { withMoveTables } from './move-table';

it('docs/change-sets.md has the transitions of change sets as they are; npm run roles writes them', async () => {
  const text = await readFile('docs/change-sets.md', 'utf8');
  expect(text).toBe(withMoveTables(text));
  expect(withMoveTables(text.replace('| `approve`', '| `approved`'))).toBe(text);
});
