import { expect, it } from 'vitest';
import { reachOf } from './imports.mjs';

const file = (path: string, text = '') => ({ path, text });

it('a change reaches what imports it, by every kind of import, nearest first', () => {
  const files = [
    file('src/ledger/day.ts'),
    file('src/ledger/day.sql'),
    file('src/report.ts', `import { day } from '@/ledger/day';`),
    file('src/lazy.tsx', `const page = () => import('./report');`),
    file('src/work.ts', `new Worker(new URL('./report.ts', import.meta.url));`),
    file('src/ledger/schema.ts', `const all = import.meta.glob<string>('./*.sql', { eager: true });`),
    file('src/lazy.test.tsx', `import {\n  page,\n} from './lazy';`),
    file('src/other.ts', `import { z } from 'zod';`),
  ];
  expect([...reachOf(files, ['src/ledger/day.ts'])]).toEqual([
    ['src/ledger/day.ts', 0],
    ['src/report.ts', 1],
    ['src/lazy.tsx', 2],
    ['src/work.ts', 2],
    ['src/lazy.test.tsx', 3],
  ]);
  expect([...reachOf(files, ['src/ledger/day.sql']).keys()]).toEqual([
    'src/ledger/day.sql',
    'src/ledger/schema.ts',
  ]);
});
