import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { withRoleTable } from './role-table';

it('docs/roles.md has the table of roles as it is; npm run roles writes it', async () => {
  const text = await readFile('docs/roles.md', 'utf8');
  expect(text).toBe(withRoleTable(text));
});

it('a table that says otherwise would be found', async () => {
  const text = await readFile('docs/roles.md', 'utf8');
  const stale = text.replace(/(\| `apikey` +\| )read, create, update/, '$1read');
  expect(stale).not.toBe(text);
  expect(withRoleTable(stale)).toBe(text);
});
