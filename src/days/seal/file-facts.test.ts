import { expect, it } from 'vitest';
import { csvOf } from '@/app/files/out/guarded-csv';
import { withFacts } from './file-facts';

it('a file says in each row which currency its amounts are in, and which seal its day has', () => {
  const table = {
    name: 'Tax',
    columns: [{ head: 'Gross', kind: 'number' as const }],
    rows: [['2160'], ['540']],
  };
  const heads = { currency: 'Currency', seal: 'Seal' };
  const lines = (text: string) => text.replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(lines(csvOf(withFacts(table, { currency: 'JPY', seal: 'abc' }, heads), 'en'))).toEqual([
    'Gross,Currency,Seal',
    '2160,JPY,abc',
    '540,JPY,abc',
  ]);
  expect(withFacts(table, {}, heads)).toEqual(table);
});
