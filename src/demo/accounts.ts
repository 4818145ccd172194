import { charts } from '@/resources/account/charts/charts';
import { accountBody } from '@/resources/account/charts/missing-rows';
import type { ChartRow } from '@/resources/account/charts/chart';
import type { DemoRecord } from './shape';
import type { Owner } from './words';

/** The reasons that the demo's tills write for cash that leaves the drawers, or comes into them. */
const reasonOf: Partial<Record<ChartRow['use'], string>> = {
  safe_drop: 'Deposit to the safe',
  bank_drop: 'Deposit to the bank',
};

/** Change that a shop gets from the bank on Saturdays. */
const change: ChartRow = {
  use: 'paid_in',
  code: '1940',
  name: 'Rahaa matkalla pankista',
  kind: 'Change from the bank',
  assumes: 'bank',
};

/** An account of a rate that has ended. */
const ended: ChartRow = {
  use: 'vat',
  tax_rate: '24',
  code: '29390',
  name: 'Myynnin ALV 24 %',
  assumes: 'vat',
};

/**
 * Returns the table of accounts of the company `of`: the Finnish chart, with the reasons that its tills write. The group sells
 * nothing itself.
 */
export function accountRecords(of: Owner, idOf: (at: number) => string): DemoRecord[] {
  if (of === 'group') return [];
  return [...charts.FI.rows, change, ended].map((row, at) => ({
    ...accountBody({ ...row, ...(reasonOf[row.use] && { kind: reasonOf[row.use] }) }, 'en'),
    id: idOf(at),
    active: row !== ended,
  }));
}
