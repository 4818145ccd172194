import { expect, it } from 'vitest';
import { screens } from '@/resources/screens';
import { linkOf } from './row-links';

const asked = {
  by: 'month',
  from: '2026-11-01',
  to: '2026-11-28',
  location_id: [],
  currency: '',
  plu_id: '',
  dpt_id: '',
} as const;

it('leads a row by what it is of, also while the address asks for another breakdown', () => {
  const at = { asked, screens, screen: screens.sales };
  const row = { id: '018f2aa4-4600-77cb-b00c-f76987a1d9e3', name: 'Cinnamon bun' };
  expect(linkOf(row, { by: 'product', ...at })).toBe(
    `/sales?by=day&from=2026-11-01&to=2026-11-28&plu_id=${row.id}`,
  );
  expect(linkOf({ id: 'returns', name: null }, { by: 'amount', ...at })).toBeNull();
  expect(linkOf({ id: '2026-02', name: null }, { by: 'month', ...at })).toBe(
    '/sales?by=day&from=2026-02-01&to=2026-02-28',
  );
});
