import { encode, fieldText, plainName } from '../charset';
import { choiceLack, companyLack, lacksOf } from '../lacks';
import { compactDate, fiscalYear, isResult, type BookFile, type Ledger, type LedgerVoucher } from '../ledger';
import type { BookLack } from '../schema';
import { rowWords, voucherWords } from '../words';
import { columns } from './columns';

/** The key that keeps an account from taking out VAT by itself. */
const noAutomaticVat = '40';
/** DATEV's accounts have four to eight digits, and one length in a client's books. */
const accountForm = /^\d{1,8}$/;

/** Ten digits, the decimal sign and two decimals. */
const longestAmount = 13;

const longestAccount = ({ vouchers, company }: Ledger): number =>
  Math.max(
    4,
    company.datev_clearing.length,
    ...vouchers.flatMap(({ rows }) => rows.map(({ account }) => account.length)),
  );

const lengthOf = (ledger: Ledger): number => ledger.company.datev_account_length ?? longestAccount(ledger);

/**
 * Returns what a DATEV file lacks: the numbers of consultant and client, the clearing account, accounts of one length. Dates in it
 * have no year, so that its days are of one fiscal year.
 */
export function datevLacks(ledger: Ledger): BookLack[] {
  const { datev_consultant, datev_client, datev_clearing } = ledger.company;
  const found = lacksOf(ledger, { account: accountForm, decimals: 2, oneYear: true });
  if (!/^\d{4,7}$/.test(datev_consultant)) found.push(companyLack('datev_consultant', datev_consultant));
  if (!/^\d{1,5}$/.test(datev_client)) found.push(companyLack('datev_client', datev_client));
  if (!accountForm.test(datev_clearing)) found.push(companyLack('datev_clearing', datev_clearing));
  const length = lengthOf(ledger);
  const rows = ledger.vouchers.flatMap((voucher) => voucher.rows);
  const codes = new Set(rows.map(({ account }) => account));
  // A booking has two accounts that differ.
  if (codes.has(datev_clearing)) found.push(companyLack('datev_clearing', datev_clearing));
  if (rows.some(({ amount }) => amount.abs().toFixed(2).length > longestAmount))
    found.push(choiceLack('amount_length', ledger.currency));
  for (const code of new Set([...codes, ...(accountForm.test(datev_clearing) ? [datev_clearing] : [])]))
    if (accountForm.test(code) && code.length > length)
      found.push({ code: 'account_length', name: code, at: 'account', id: null, lack: null });
  return found;
}

/** Returns a text field: in quotation marks, a mark in it twice. */
const quoted = (text: string, length: number): string =>
  `"${fieldText(text, 'windows1252', length).replaceAll('"', '""')}"`;

/** Returns a number of a document: the characters that DATEV accepts there. */
const documentNumber = (text: string): string => text.replaceAll(/[^A-Za-z0-9$&%*+/-]/g, '-').slice(0, 36);

/**
 * Writes vouchers as DATEV format "Buchungsstapel", version 700 (docs/books.md#datev). A booking there has two accounts, a voucher
 * has many: each row is booked against the clearing account, which every voucher leaves at zero.
 */
export function datevFile(ledger: Ledger): BookFile {
  const { from, to } = ledger;
  const lines = [
    headLine(ledger),
    columns.map((name) => quoted(name, 60)).join(';'),
    ...ledger.vouchers.flatMap((voucher) => voucherLines(voucher, ledger)),
  ];
  const places = new Set(ledger.vouchers.map(({ location }) => plainName(location.name)));
  const place = places.size === 1 ? [...places] : [];
  return {
    // The receiving program offers only files whose name begins so.
    name: `${['EXTF', 'Buchungsstapel', ...place, compactDate(from), compactDate(to)].filter((part) => part !== '').join('_')}.csv`,
    type: 'text/csv; charset=windows-1252',
    bytes: encode(lines.map((line) => `${line}\r\n`).join(''), 'windows1252'),
  };
}

function headLine(ledger: Ledger): string {
  const { company, from, to, made, currency } = ledger;
  const batch = `Kasse ${from.slice(8)}.${from.slice(5, 7)}.-${to.slice(8)}.${to.slice(5, 7)}.${to.slice(0, 4)}`;
  return [
    quoted('EXTF', 4),
    '700',
    '21',
    quoted('Buchungsstapel', 30),
    '13',
    `${made.replaceAll(/\D/g, '')}000`,
    '',
    quoted('RE', 2),
    quoted('', 25),
    quoted('', 25),
    company.datev_consultant,
    company.datev_client,
    compactDate(fiscalYear(from, company.fiscal_month).from),
    String(lengthOf(ledger)),
    compactDate(from),
    compactDate(to),
    quoted(batch, 30),
    quoted('', 2),
    // A booking of financial accounts, for no special purpose of accounting, not fixed: the office looks at it first.
    '1',
    '0',
    '0',
    quoted(currency, 3),
    '',
    quoted('', 2),
    '',
    '',
    quoted('', 2),
    '',
    '',
    quoted('', 255),
    quoted('', 16),
  ].join(';');
}

function voucherLines(voucher: LedgerVoucher, ledger: Ledger): string[] {
  const { company, currency } = ledger;
  const date = `${voucher.to.slice(8)}${voucher.to.slice(5, 7)}`;
  const document = documentNumber(
    voucher.number ?? `${plainName(voucher.location.name)}-${compactDate(voucher.to)}`,
  );
  return voucher.rows.map((row) => {
    const values = new Map([
      ['Umsatz (ohne Soll/Haben-Kz)', row.amount.abs().toFixed(2).replace('.', ',')],
      ['Soll/Haben-Kennzeichen', quoted(row.amount.sign() < 0 ? 'H' : 'S', 1)],
      ['WKZ Umsatz', quoted(currency, 3)],
      ['Konto', row.account],
      ['Gegenkonto (ohne BU-Schlüssel)', company.datev_clearing],
      // VAT has rows of its own: an account that takes it out by itself is kept from that. Codes of the till's taxes are no keys.
      ['BU-Schlüssel', quoted(row.use === 'revenue' && row.rate !== null ? noAutomaticVat : '', 4)],
      ['Belegdatum', date],
      ['Belegfeld 1', quoted(document, 36)],
      ['Buchungstext', quoted(rowWords(row, 'de'), 60)],
      ['Beleginfo - Art 1', quoted('Kasse', 20)],
      ['Beleginfo - Inhalt 1', quoted(voucherWords(voucher, 'de'), 210)],
      ['KOST1 - Kostenstelle', quoted(isResult(row) ? (row.cost_centre ?? '') : '', 36)],
      ['Festschreibung', '0'],
    ]);
    return columns.map((name) => values.get(name) ?? '').join(';');
  });
}
