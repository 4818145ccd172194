import './node-version.mjs';
import { readFile, writeFile } from 'node:fs/promises';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

process.chdir(root);
await ensureInstalled({ dev: false });
const { createServer } = await import('vite');
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
try {
  const { withRoleTable } = await vite.ssrLoadModule('/src/testing/role-table.ts');
  await writeFile('docs/roles.md', withRoleTable(await readFile('docs/roles.md', 'utf8')));
  const { withMoveTables } = await vite.ssrLoadModule('/src/testing/move-table.ts');
  await writeFile('docs/change-sets.md', withMoveTables(await readFile('docs/change-sets.md', 'utf8')));
} finally {
  await vite.close();
}
