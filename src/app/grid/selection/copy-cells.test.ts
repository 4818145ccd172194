import { expect, it } from 'vitest';
import { tabSeparated } from './copy-cells';

it('copies cells as a spreadsheet takes them', () => {
  const rows = [
    ['Bun\twith\nlines', '−4,75', '–'],
    ['Tea − green', '1.20', ''],
  ];
  expect(tabSeparated(rows)).toBe('Bun with lines\t-4,75\t\nTea − green\t1.20\t');
});
