import { assumptions } from './assumptions';
import type { ChartRow } from './chart';

/** What of an account says what it is for. */
interface Known {
  readonly [field: string]: unknown;
}

/**
 * Returns the rows of a chart for which the table has no account yet: none of the same use for the same rate, kind of tender or
 * reason. A drop counts as there with any reason: everybody's till writes its own.
 */
export function missingRows(rows: readonly ChartRow[], there: readonly Known[]): ChartRow[] {
  const known = new Set(there.map(keyOf));
  return rows.filter((row) => !known.has(keyOf({ ...row })));
}

const keyOf = (of: Known): string => {
  const { use, tax_rate, tender_type, kind } = of;
  const isDrop = use === 'bank_drop' || use === 'safe_drop';
  return JSON.stringify([
    use,
    tax_rate ? Number(tax_rate) : null,
    tender_type || '',
    isDrop ? '' : kind || '',
    of['dpt_id'] ?? null,
    of['tender_id'] ?? null,
  ]);
};

/** Returns the account that a row of a chart makes, its assumption as a note. */
export const accountBody = (row: ChartRow, language: 'en' | 'fi') => ({
  name: row.name,
  use: row.use,
  code: row.code,
  tax_rate: row.tax_rate ?? null,
  tender_type: row.tender_type ?? '',
  kind: row.kind ?? '',
  data: {
    note: assumptions[language][row.assumes],
    ...(row.vat_code !== undefined && { vat_code: row.vat_code }),
  },
});
