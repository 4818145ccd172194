import { expect, it } from 'vitest';
import { upgradeLines } from './upgrade-lines';

it('says what an upgrade does, each step once however often it is told, and when it is done', () => {
  const lines: string[] = [];
  const report = upgradeLines((line) => lines.push(line));
  const search = { resource: 'sales', doing: 'search is made anew' };
  report({ ...search, part: 0.128 });
  report({ ...search, part: 0.2 });
  report({ ...search, part: 1 });
  report({ ...search, doing: 'search is made anew: its index sales_next_search_words is built' });
  report({ resource: 'plu', doing: 'the index plu_order is built' });
  expect(lines).toEqual([
    'Upgrade of sales: search is made anew, 12 %',
    'Upgrade of sales: search is made anew, 100 %',
    'Upgrade of sales: search is made anew: its index sales_next_search_words is built',
    'Upgrade of plu: the index plu_order is built',
  ]);
});
