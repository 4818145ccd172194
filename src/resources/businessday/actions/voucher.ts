import { Big } from 'big.js';
import type { ExportTable } from '@/core/app/export/table';
import type { SayOf } from '@/core/app/i18n/i18n';
import { isSome, type Receipt } from '../../sales/receipts/receipt';
import { big, sumOf, textOf } from '../report/amounts';
import type { Totals } from '../report/schema/totals';

/** A row of the voucher. `amount` is signed: debit is positive, credit negative. */
export interface VoucherRow {
  readonly kind: 'tender' | 'revenue' | 'tax' | 'non_turnover' | 'rounding' | 'difference';
  /** The name of the tender, department or kind. */
  readonly name: string;
  readonly rate: string | null;
  readonly account: string;
  readonly amount: Big;
}

/** The general ledger accounts of the tenders, departments and tax rates of a day. */
export interface Accounts {
  readonly tender: (tender_id: string | null) => string;
  readonly dpt: (dpt_id: string | null) => string;
  readonly tax: (rate: string | null) => string;
  readonly rounding: string;
}

/**
 * Returns the voucher of a day. Payments are debited by tender; net sales are credited by department and tax rate, tax by
 * rate, gift cards, deposits and tips by kind; rounding has its own row. Debit and credit are always equal: if the day does
 * not add up, an extra row has the difference.
 */
export function voucherOf(totals: Totals, receipts: readonly Receipt[], accounts: Accounts): VoucherRow[] {
  const rows: VoucherRow[] = [
    ...totals.by_tender.map((row) => ({
      kind: 'tender' as const,
      name: row.name ?? row.type ?? '',
      rate: null,
      account: accounts.tender(row.tender_id),
      amount: big(row.amount),
    })),
    ...revenueOf(totals, receipts).map((row) => ({
      kind: 'revenue' as const,
      name: row.name,
      rate: row.rate,
      account: accounts.dpt(row.dpt_id),
      amount: row.net.times(-1),
    })),
    ...totals.by_tax.map((row) => ({
      kind: 'tax' as const,
      name: '',
      rate: row.rate,
      account: accounts.tax(row.rate),
      amount: big(row.tax).times(-1),
    })),
    ...totals.non_turnover.map((row) => ({
      kind: 'non_turnover' as const,
      name: row.kind,
      rate: null,
      account: '',
      amount: big(row.amount).times(-1),
    })),
    {
      kind: 'rounding',
      name: '',
      rate: null,
      account: accounts.rounding,
      amount: big(totals.rounding).times(-1),
    },
  ];
  const difference = sumOf(rows.map((row) => row.amount.toFixed())).times(-1);
  return [
    ...rows,
    { kind: 'difference' as const, name: '', rate: null, account: '', amount: difference },
  ].filter((row) => !row.amount.eq(0));
}

interface Revenue {
  readonly dpt_id: string | null;
  readonly name: string;
  readonly rate: string | null;
  readonly net: Big;
}

/**
 * Returns net sales by department and tax rate, from the lines; only by department if lines lack their tax, or their sum
 * differs from the day's.
 */
function revenueOf(totals: Totals, receipts: readonly Receipt[]): Revenue[] {
  const plain = totals.by_dpt.map((row) => ({
    dpt_id: row.dpt_id,
    name: row.name ?? '',
    rate: null,
    net: big(row.net),
  }));
  const found = new Map<string, Revenue>();
  for (const { active, type, lines } of receipts) {
    if (!active || (type !== 'sale' && type !== 'return')) continue;
    for (const { kind, dpt_id, dpt_name, tax_rate, net } of lines) {
      if (kind !== 'sale') continue;
      if (net === '' || tax_rate === '') return plain;
      const rate = big(tax_rate).toFixed();
      const key = JSON.stringify([dpt_id.toLowerCase() || dpt_name, rate]);
      const was = found.get(key);
      found.set(key, {
        dpt_id: dpt_id || null,
        name: was?.name || dpt_name,
        rate,
        net: big(net).plus(was?.net ?? 0),
      });
    }
  }
  const rows = [...found.values()];
  return sameByDepartment(rows, totals) ? rows : plain;
}

function sameByDepartment(rows: readonly Revenue[], totals: Totals): boolean {
  const sum = rows.reduce((total, row) => total.plus(row.net), new Big(0));
  return sum.eq(sumOf(totals.by_dpt.map((row) => row.net)));
}

/** Returns the difference between debit and credit: zero if the day adds up. */
export const differenceOf = (rows: readonly VoucherRow[]): Big =>
  rows.find((row) => row.kind === 'difference')?.amount ?? new Big(0);

/**
 * Returns the voucher as an export table: number, date, account, text, debit, credit, in a currency with `scale`
 * decimals.
 */
export function voucherTable(
  rows: readonly VoucherRow[],
  { number, date, say, scale }: { number: string; date: string; say: SayOf; scale: number },
): ExportTable {
  const side = (amount: Big) => (isSome(amount.toFixed()) && amount.gt(0) ? textOf(amount, scale) : null);
  return {
    name: say('voucher.title'),
    columns: [
      { head: say('voucher.number'), kind: 'text' },
      { head: say('voucher.date'), kind: 'day' },
      { head: say('voucher.account'), kind: 'text' },
      { head: say('voucher.text'), kind: 'text' },
      { head: say('voucher.debit'), kind: 'number' },
      { head: say('voucher.credit'), kind: 'number' },
    ],
    rows: rows.map((row) => [
      number,
      date,
      row.account,
      voucherText(row, say),
      side(row.amount),
      side(row.amount.times(-1)),
    ]),
  };
}

/** Returns the text of a row. */
export function voucherText(row: VoucherRow, say: SayOf): string {
  switch (row.kind) {
    case 'tender':
      return row.name;
    case 'revenue':
      return row.rate === null
        ? say('voucher.revenue', { name: row.name })
        : say('voucher.revenueRate', { name: row.name, rate: row.rate });
    case 'tax':
      return say('voucher.tax', { rate: row.rate ?? '–' });
    case 'non_turnover': {
      const word = say(`kind=${row.name}`);
      return word.includes('=') ? row.name : word;
    }
    default:
      return say(`voucher.${row.kind}`);
  }
}
