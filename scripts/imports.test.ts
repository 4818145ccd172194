import { expect, it } from 'vitest';
import { reachOf, testsReached } from './imports.mjs';

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

it('the tests in the folder of the change come first, then the nearest; what takes longer than a minute is left out, unless it lies there', () => {
  const files = [
    file('src/plu/price.ts'),
    file('src/plu/form/price.test.ts', `import '../price';`),
    file('src/plu/price.test.ts', `import './price';`),
    file('src/api/a.test.ts', `import '@/plu/price';`),
    file('src/api/long.test.ts', `import '@/plu/price';`),
    file('src/service.ts', `import '@/plu/price';`),
    file('src/plu/wire.test.ts', `import '@/service';`),
  ];
  const times = new Map([
    ['src/plu/price.test.ts', { ms: 100_000, tests: 1 }],
    ['src/api/long.test.ts', { ms: 80_000, tests: 1 }],
    ['src/api/a.test.ts', { ms: 100, tests: 10 }],
  ]);
  expect(testsReached(files, ['src/plu/price.ts'], times)).toEqual({
    reached: [
      'src/plu/price.test.ts',
      'src/plu/wire.test.ts',
      'src/api/a.test.ts',
      'src/plu/form/price.test.ts',
      'src/api/long.test.ts',
    ],
    chosen: ['src/plu/price.test.ts'],
  });
  expect(testsReached(files.slice(0, 2), ['src/plu/price.ts'], times).chosen).toEqual([
    'src/plu/form/price.test.ts',
  ]);
});
