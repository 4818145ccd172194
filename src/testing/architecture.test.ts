import path from 'node:path';
import { expect, it } from 'vitest';
import { forbiddenImports, importsOf, readSources, roomFaults, styleFaults } from './architecture';

const src = path.join(import.meta.dirname, '..');

it('everything in src imports what its place allows, and nothing else', async () => {
  const sources = await readSources(src);
  expect(sources.length).toBeGreaterThan(80);
  expect(forbiddenImports(sources)).toEqual([]);
});

it('everything in src lies in a room, and none is overfull', async () => {
  expect(roomFaults(await readSources(src))).toEqual([]);
});

it('a folder of 41 files and a file beside the rooms are found', () => {
  const crowd = Array.from({ length: 41 }, (_, n) => ({ path: `demo/file-${n}.ts`, text: '' }));
  expect(roomFaults(crowd)).toEqual(['demo has 41 files, more than 40']);
  expect(roomFaults([{ path: 'app/client.ts', text: '' }])).toEqual(['app/client.ts lies in no room of app']);
  expect(roomFaults([{ path: 'app/data/client.ts', text: '' }])).toEqual([]);
});

it('everything in src has a name, a length and exports as the style says', async () => {
  expect(styleFaults(await readSources(src))).toEqual([]);
});

it('what a write makes stale follows from the key of its mutation: no screen invalidates by hand', async () => {
  const sources = (await readSources(src)).filter(({ path: name }) => !/\.test\.tsx?$/.test(name));
  const callersOf = (call: RegExp) =>
    sources.filter(({ text }) => call.test(text)).map(({ path: name }) => name);
  expect(callersOf(/\.invalidateQueries\(/)).toEqual(['app/live/invalidation.ts']);
  // An export of a customer is a download: it writes nothing.
  const keyless = callersOf(
    /useMutation\(\{(?!\s*mutationKey)|new MutationObserver\(\w+, \{(?!\s*mutationKey)/,
  );
  expect(keyless).toEqual(['resources/customer/privacy.tsx']);
});

it('every dialog and sheet of the kit gives the focus back by our own rule', async () => {
  const sources = (await readSources(src)).filter(({ path: name }) => !/\.test\.tsx?$/.test(name));
  const opening = sources.filter(
    ({ text }) => /<(?:Drawer|Kit)\.Root/.test(text) && /from '@mantine\/core'/.test(text),
  );
  expect(opening.length).toBeGreaterThan(3);
  for (const { path: name, text } of opening) {
    expect(text, name).toContain('useFocusReturn(');
    expect(text, name).toContain('returnFocus={false}');
  }
});

it.each([
  ['contract/values.ts', `import { sql } from 'kysely';`],
  ['contract/values.ts', `import { x } from '../server/db';`],
  ['contract/values.ts', `import type { Db } from '@/server/db/db';`],
  ['server/http/app.ts', `import { client } from '@/app/data/client';`],
  ['server/http/app.ts', `import { plu } from '@/resources/plu/contract';`],
  ['server/http/app.ts', `import { useState } from 'react';`],
  ['server/http/app.ts', `export { demo } from '@/demo/demo';`],
  ['server/ops/embedded/start.ts', `import { x } from '../../../app/x';`],
  ['app/data/client.ts', `const x = await import('@/server/http/app');`],
  ['app/data/client.ts', `import { contracts } from '@/resources/contracts';`],
  ['app/grid.tsx', `import { Button } from '@mantine/core';`],
  ['app/grid.tsx', `import '@mantine/core/styles.css';`],
  ['app/grid.tsx', `import {\n  readFile,\n} from 'node:fs/promises';`],
  ['ui/display/button.tsx', `import { queries } from '../../app/queries';`],
  ['ui/display/button.tsx', `import { guid } from '@/contract/values';`],
  ['resources/plu/contract.ts', `import { dpt } from '../dpt/contract';`],
  ['resources/plu/contract.ts', `import { Hono } from 'hono';`],
  ['resources/plu/table.ts', `import { grid } from '@/app/grid';`],
  ['resources/plu/table.ts', `import { dptTable } from '../dpt/table';`],
  ['resources/plu/report.server.ts', `import { x } from '../dpt/report.server';`],
  ['resources/plu/screen.tsx', `import { pluTable } from './table';`],
  ['resources/plu/screen.tsx', `import { report } from './report.server';`],
  ['resources/plu/screen.tsx', `import { Form } from '../dpt/form';`],
  ['resources/plu/screen.tsx', `import { store } from '@/server/write/store';`],
  ['resources/plu/screen.tsx', `import { Table } from '@mantine/core';`],
  ['resources/plu/fields/prices.tsx', `import { pg } from 'pg';`],
  ['resources/contracts.ts', `import { x } from './plu/table';`],
  ['resources/tables.ts', `import { x } from './plu/screen';`],
  ['resources/screens.ts', `import { x } from './plu/table';`],
  ['demo/demo.ts', `import { client } from '@/app/data/client';`],
  ['server.ts', `import { startTestService } from '@/testing/service';`],
  ['resources/plu/fields/rows.tsx', `import { samplesFor } from '@/testing/samples';`],
  ['conformance/run.ts', `import { createApp } from '@/server/http/app';`],
  ['conformance/run.ts', `import { guid } from '@/contract/values';`],
  ['conformance/run.ts', `import { Hono } from 'hono';`],
  ['elsewhere/x.ts', ''],
])('in %s it finds: %s', (file, text) => {
  expect(forbiddenImports([{ path: file, text }])).toHaveLength(1);
});

it.each([
  ['contract/paging.ts', `import { z } from 'zod';\nimport { guid } from './values';`],
  ['server/http/app.ts', `import { Hono } from 'hono';\nimport { plain } from '@/contract/values';`],
  [
    'app/grid.tsx',
    `import { Button } from '@/ui/display/button';\nimport { useQuery } from '@tanstack/react-query';`,
  ],
  ['resources/plu/screen.tsx', `import { dpt } from '../dpt/contract';\nimport { Prices } from './prices';`],
  ['resources/plu/table.ts', `import { plu } from './contract';`],
  ['resources/plu/prices.test.tsx', `import { startTestService } from '@/testing/service';`],
  ['ui/display/button.tsx', `import { Button } from '@mantine/core';\nimport './button.css';`],
])('in %s it lets pass: %s', (file, text) => {
  expect(forbiddenImports([{ path: file, text }])).toEqual([]);
});

it.each([
  ['app/useThing.ts', ''],
  ['App/client.ts', ''],
  ['app/snake_case.ts', ''],
  ['app/utils/money.ts', ''],
  ['record/types/money.ts', ''],
  ['resources/plu/hooks/x.ts', ''],
  ['resources/plu/index.ts', ''],
  ['ui/index.tsx', ''],
  ['app/grid.tsx', 'export default function Grid() {}'],
  ['app/grid.tsx', 'const a = 1;\nexport { a as default };'],
  ['app/grid.css', 'a {}\n'.repeat(501)],
])('in %s the style finds one fault', (file, text) => {
  expect(styleFaults([{ path: file, text }])).toHaveLength(1);
});

it('reads every kind of import, over several lines too, and nothing that is none', () => {
  const text = [
    `import type { A } from '@/a/b';`,
    `import {\n  C,\n  D,\n} from "./c.ts";`,
    `export * from '../e';`,
    `import './f.css';`,
    `const g = () => import('g');`,
    `const h = "from 'h'";`,
    `// import nothing`,
  ].join('\n');
  expect(importsOf({ path: 'x/y/z.ts', text })).toEqual([
    'src/a/b',
    'src/x/y/c',
    'src/x/e',
    'src/x/y/f.css',
    'g',
  ]);
});
