import { expect, it } from 'vitest';
import { newRefusedLines, refusedLimits, refusedSize } from '@/contract/change-set-refused';
import { files } from '@/resources/customer/import-fields';
import { clientStage } from '@/testing/over-http';
import { createChangeSets } from '../changes/change-sets';
import { scanFile } from './reading/scan';
import { planImport } from './understanding/import-plan';
import { keptLines } from './understanding/refused-file';
import { Understanding } from './understanding/understand';

const on = clientStage();

/** Reads a file of customers, of which none is stored, and returns its refused lines as a change set keeps them. */
async function refusedOf(text: string) {
  const file = new Blob([text]);
  const scan = await scanFile(file);
  const { plan, undecided } = planImport(scan, files, { references: {}, company: null });
  if (!plan) throw new Error(`Something is undecided: ${undecided.join(', ')}`);
  const understanding = new Understanding(file, plan);
  (await understanding.collect()).addPage('[]');
  return keptLines(understanding);
}
const head = 'Number;Name;E-mail';

it('the refused lines of a file are kept with a draft, as they were read, in their order and with every reason', async () => {
  const good = Array.from({ length: 40 }, (_, n) => `${n + 100};Customer ${n};c${n}@x.example`);
  const text = [head, 'x1;=1+1;a@b.example', '7;One;', ...good, '7;Another;', 'x2; Nul\0 ;'].join('\n');
  const kept = await refusedOf(text);
  const lines = [
    {
      line: 2,
      cells: ['x1', '=1+1', 'a@b.example'],
      problems: [{ column: 0, code: 'not_number' }],
    },
    { line: 3, cells: ['7', 'One', ''], problems: [{ column: 0, code: 'twice', lines: [3, 44] }] },
    { line: 44, cells: ['7', 'Another', ''], problems: [{ column: 0, code: 'twice', lines: [3, 44] }] },
    // The service stores no NUL.
    { line: 45, cells: ['x2', ' Nul\uFFFD ', ''], problems: [{ column: 0, code: 'not_number' }] },
  ];
  expect(kept).toEqual({ header: head.split(';'), lines });
  const sets = createChangeSets(on.client);
  const id = await sets.collect({ name: 'Import', origin: 'import' }, []);
  await sets.refused?.keep(id, { resource: 'customer', ...kept });
  expect(await sets.refused?.page(id, { limit: '100' })).toEqual({
    resource: 'customer',
    header: head.split(';'),
    lines,
    total: 4,
    next_cursor: null,
    withheld: [],
  });
});

it('more of them than a set keeps are left out at the end, and what is kept fits into as many requests as it needs', async () => {
  const name = 'ä'.repeat(150);
  const lines = Array.from({ length: refusedLimits.lines + 50 }, (_, n) => `x${n};${name};`);
  const large = `x;${'y'.repeat(refusedLimits.lineBytes)};`;
  const kept = await refusedOf([head, large, ...lines].join('\n'));
  expect([kept.lines.length, kept.lines[0]?.line]).toEqual([refusedLimits.lines, 3]);
  const sets = createChangeSets(on.client);
  const id = await sets.collect({ name: 'Import', origin: 'import' }, []);
  await sets.refused?.keep(id, { resource: 'customer', ...kept });
  expect((await sets.refused?.page(id, {}))?.total).toBe(refusedLimits.lines);

  const heavy = Array.from({ length: 200 }, (_, n) => `x${n};${'ä'.repeat(20_000)};`);
  const fitting = await refusedOf([head, ...heavy].join('\n'));
  const bytes = [{ cells: fitting.header, problems: [] }, ...fitting.lines].reduce(
    (sum, line) => sum + refusedSize(line),
    0,
  );
  expect(bytes).toBeLessThanOrEqual(refusedLimits.bytes);
  expect(fitting.lines).toHaveLength(Math.floor(refusedLimits.bytes / (bytes / fitting.lines.length)));
  const other = await sets.collect({ name: 'Import', origin: 'import' }, []);
  await sets.refused?.keep(other, { resource: 'customer', ...fitting });
  expect((await sets.refused?.page(other, {}))?.total).toBe(fitting.lines.length);
});

it('lines of any shape are kept in the form that the service takes', async () => {
  const cells = Array.from({ length: refusedLimits.cells + 1 }, (_, n) => n).join(';');
  const good = Array.from({ length: 40 }, (_, n) => `${n + 100};Customer ${n};c${n}@x.example`);
  const kept = await refusedOf(
    [head, 'x;\uD800 half;', ...good, `2;${cells}`, 'x;y', '3;a;b;c', ';;', '4;"open\n;'].join('\n'),
  );
  const { lines } = newRefusedLines.parse({ resource: 'customer', ...kept });
  // The one with more cells than a set keeps is left out.
  expect(lines.map(({ line, problems }) => [line, problems[0]?.code])).toEqual([
    [2, 'not_number'],
    [44, 'cells_missing'],
    [45, 'cells_more'],
    [47, 'quote_open'],
  ]);
});
