import { oneLine, plainName, shortened } from '../charset';
import { businessIdLack, lacksOf } from '../lacks';
import { compactDate, fiscalYear, type BookFile, type Ledger, type LedgerVoucher } from '../ledger';
import type { BookLack } from '../schema';
import { rowWords, voucherWords } from '../words';

/** The SIREN of a business id: its nine digits; of a SIRET the first nine. */
const siren = (id: string): string | null => {
  const digits = id.replaceAll(/\D/g, '');
  return digits.length === 9 || digits.length === 14 ? digits.slice(0, 9) : null;
};

/**
 * Returns what a FEC lacks: the SIREN, a number of each voucher, accounts whose first three characters are digits of the French
 * chart of accounts; it is in euros and of one fiscal year.
 */
export function fecLacks(ledger: Ledger): BookLack[] {
  const found = lacksOf(ledger, {
    account: /^\d{3}/,
    currency: 'EUR',
    decimals: 2,
    numbered: true,
    oneYear: true,
  });
  if (siren(ledger.company.business_id) === null) found.push(businessIdLack(ledger.company));
  return found;
}

/** The eighteen columns, in the order of article A47 A-1 of the "livre des procédures fiscales". */
export const fecColumns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;

/** Of two vouchers the earlier one, and of one date that of the lower number. */
const inOrder = (one: LedgerVoucher, other: LedgerVoucher): number => {
  if (one.to !== other.to) return one.to < other.to ? -1 : 1;
  return (one.number ?? '') < (other.number ?? '') ? -1 : 1;
};

/** Returns one label for each account: its name, else what its rows are if they are one thing, else their kind. */
function accountLabels({ vouchers }: Ledger): Map<string, string> {
  const labels = new Map<string, string>();
  const rows = vouchers.flatMap((voucher) => voucher.rows);
  for (const { account, account_name } of rows)
    if (account_name !== null && !labels.has(account)) labels.set(account, account_name);
  for (const row of rows) {
    if (labels.has(row.account)) continue;
    const words = new Set(
      rows.filter(({ account }) => account === row.account).map((one) => rowWords(one, 'fr')),
    );
    const [only = ''] = words;
    labels.set(
      row.account,
      words.size === 1 ? only : rowWords({ use: row.use, against: null, name: null, rate: null }, 'fr'),
    );
  }
  return labels;
}

/** Writes vouchers as a "fichier des écritures comptables" (docs/books.md#fec), in the order of dates and numbers. */
export function fecFile(ledger: Ledger): BookFile {
  const { company, to } = ledger;
  const text = (value: string, length: number) => shortened(oneLine(value), length);
  const labels = accountLabels(ledger);
  const lines = ledger.vouchers
    .toSorted(inOrder)
    .flatMap((voucher) =>
      voucher.rows.map((row) => [
        voucher.series === '' ? 'CA' : text(voucher.series, 20),
        text(`Caisse ${voucher.location.name}`, 100),
        text(voucher.number ?? '', 100),
        compactDate(voucher.to),
        row.account,
        text(labels.get(row.account) ?? '', 100),
        '',
        '',
        text(voucher.number ?? '', 100),
        compactDate(voucher.to),
        text(`${rowWords(row, 'fr')}, ${voucherWords(voucher, 'fr')}`, 200),
        row.amount.sign() > 0 ? row.amount.toFixed(2).replace('.', ',') : '0,00',
        row.amount.sign() < 0 ? row.amount.neg().toFixed(2).replace('.', ',') : '0,00',
        '',
        '',
        compactDate(voucher.final),
        '',
        '',
      ]),
    );
  const end = fiscalYear(to, company.fiscal_month).to;
  return {
    name: `${siren(company.business_id) ?? plainName(company.business_id)}FEC${compactDate(end)}.txt`,
    type: 'text/plain; charset=utf-8',
    bytes: new TextEncoder().encode(
      [fecColumns, ...lines].map((cells) => `${cells.join('\t')}\r\n`).join(''),
    ),
  };
}
