import { encode, noFormula, oneLine, plainName, shortened } from '../charset';
import { choiceLack, lacksOf } from '../lacks';
import { dottedDate, isResult, type BookFile, type Ledger } from '../ledger';
import type { BookLack } from '../schema';
import { rowWords, voucherWords } from '../words';

/** Returns what a Procountor file lacks: it is in euros, and one file is one voucher. */
export function procountorLacks(ledger: Ledger): BookLack[] {
  const found = lacksOf(ledger, { account: /^\d{1,10}$/, currency: 'EUR', decimals: 2 });
  const vouchers = ledger.vouchers.filter(({ rows }) => rows.length > 0);
  if (vouchers.length > 1) found.push(choiceLack('several_vouchers', String(vouchers.length)));
  return found;
}

/** Returns a cell. The program knows no quotation marks: a semicolon in a text becomes a comma. */
const cell = (text: string, length: number): string =>
  noFormula(shortened(oneLine(text).replaceAll(';', ','), length));

/**
 * Writes one voucher for Procountor's import of bookkeeping data (docs/books.md#procountor): no line of heads, semicolons, and a
 * dimension with one item. Columns: date, account, debit, credit, explanation, dimension, item.
 */
export function procountorFile(ledger: Ledger): BookFile {
  const { company, scale } = ledger;
  const [voucher] = ledger.vouchers.filter(({ rows }) => rows.length > 0);
  const amount = (text: string) => text.replace('.', ',');
  const lines = (voucher?.rows ?? []).map((row) => {
    const centre = isResult(row) && company.procountor_dimension !== '' ? (row.cost_centre ?? '') : '';
    return [
      dottedDate(voucher?.to ?? ledger.to),
      row.account,
      amount(row.amount.sign() > 0 ? row.amount.toFixed(scale) : ''),
      amount(row.amount.sign() < 0 ? row.amount.neg().toFixed(scale) : ''),
      cell(`${rowWords(row, 'fi')}, ${voucher ? voucherWords(voucher, 'fi') : ''}`, 255),
      centre === '' ? '' : cell(company.procountor_dimension, 80),
      cell(centre, 80),
    ];
  });
  const number = voucher?.number ?? voucher?.location.name ?? '';
  return {
    name: `${['procountor', plainName(number), ledger.from, ledger.to].filter((part) => part !== '').join('-')}.csv`,
    type: 'text/csv; charset=windows-1252',
    bytes: encode(lines.map((cells) => `${cells.join(';')}\r\n`).join(''), 'windows1252'),
  };
}
