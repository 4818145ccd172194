import type { VoucherGroup } from './groups';
import type { SentLack, SentRow, SentVoucher } from './schema';
import type { VoucherSource } from './source';
import type { Voucher, VoucherRow } from './voucher';

/** Returns a voucher as it is sent: money as decimal text with the currency's decimals, and what to know about it. */
export function sentVoucher(of: {
  voucher: Voucher;
  source: VoucherSource;
  group: VoucherGroup;
  location: SentVoucher['location'];
  scale: number;
  next_number: string | null;
}): SentVoucher {
  const { voucher, source, group, location, scale, next_number } = of;
  return {
    location,
    from: group.days[0]?.date ?? '',
    to: group.days.at(-1)?.date ?? '',
    days: group.days.map(({ id, date, status }) => ({ id, date, status })),
    number: group.number,
    next_number,
    debit: voucher.debit.toFixed(scale),
    credit: voucher.credit.toFixed(scale),
    differences: voucher.differences.map(({ code, expected, actual }) => ({
      code,
      expected: expected.toFixed(scale),
      actual: actual.toFixed(scale),
      difference: actual.minus(expected).toFixed(scale),
    })),
    lacks: lacksOf(voucher.rows),
    notes: notesOf(source, group),
    rows: voucher.rows.map((row) => ({
      ...whatOf(row),
      account: row.account,
      account_name: row.account_name,
      account_owner: row.account_owner,
      vat_code: row.vat_code,
      cost_centre: location.cost_centre,
      debit: row.amount.sign() > 0 ? row.amount.toFixed(scale) : null,
      credit: row.amount.sign() < 0 ? row.amount.neg().toFixed(scale) : null,
    })),
  };
}

const whatOf = (row: VoucherRow): Omit<SentLack, 'reason'> & Pick<SentRow, 'against'> => ({
  use: row.use,
  against: row.against,
  name: row.name,
  kind: row.kind ?? null,
  rate: row.rate ?? null,
  dpt_id: row.dpt_id ?? null,
  tender_id: row.tender_id ?? null,
  tender_type: row.tender_type ?? null,
});

/** Returns what lacks an account, each once: rows of cash that are the other side of others lack the same one. */
function lacksOf(rows: readonly VoucherRow[]): SentLack[] {
  const found = new Map<string, SentLack>();
  for (const row of rows) {
    if (row.missing === null) continue;
    const what = { ...whatOf(row), against: null };
    const key = JSON.stringify({ ...what, name: null });
    if (!found.has(key)) found.set(key, { ...what, reason: row.missing });
  }
  return [...found.values()];
}

function notesOf(source: VoucherSource, { days }: VoucherGroup): SentVoucher['notes'] {
  const all: SentVoucher['notes'] = [
    { code: 'open', count: days.filter(({ status }) => status === 'open').length },
    { code: 'uncounted', count: source.uncounted },
    { code: 'unknown_types', count: source.unknown },
    { code: 'late_of', count: source.late_of },
    { code: 'late_elsewhere', count: source.late_elsewhere },
  ];
  return all.filter(({ count }) => count > 0);
}
