import { zipSync } from 'fflate';
import { encode, fieldText, noFormula, plainName, shortened } from '../charset';
import { lacksOf } from '../lacks';
import { dottedDate, isResult, type BookFile, type Ledger, type LedgerVoucher } from '../ledger';
import { rowWords, voucherWords } from '../words';

/** Returns what a Procountor file lacks: it is in euros, and a file is of one voucher. */
export const procountorLacks = (ledger: Ledger) =>
  lacksOf(ledger, { account: /^\d{1,10}$/, currency: 'EUR', decimals: 2, oneYear: true });

/** Returns a cell. The program knows no quotation marks: a semicolon in a text becomes a comma. */
const cell = (text: string, length: number): string =>
  shortened(noFormula(fieldText(text, 'windows1252', length).replaceAll(';', ',')), length);

/** The moment of the files in an archive: the same vouchers are the same bytes. */
const atAllTimes = new Date(Date.UTC(1980, 0, 2));

/**
 * Writes vouchers for Procountor's import of bookkeeping data (docs/books.md#procountor). A file there is one voucher; several, as
 * those of a month, are an archive of their files.
 */
export function procountorFile(ledger: Ledger): BookFile {
  const vouchers = ledger.vouchers.filter(({ rows }) => rows.length > 0);
  const [first, ...others] = vouchers;
  if (others.length === 0)
    return {
      name: nameOf(first, ledger),
      type: 'text/csv; charset=windows-1252',
      bytes: first ? voucherBytes(first, ledger) : new Uint8Array(),
    };
  const files: Record<string, Uint8Array> = {};
  for (const voucher of vouchers) {
    const name = nameOf(voucher, voucher);
    const isTaken = (at: number) => (at === 1 ? name : name.replace(/\.csv$/, `-${at}.csv`)) in files;
    let at = 1;
    while (isTaken(at)) at += 1;
    files[at === 1 ? name : name.replace(/\.csv$/, `-${at}.csv`)] = voucherBytes(voucher, ledger);
  }
  return {
    name: `procountor-${ledger.from}-${ledger.to}.zip`,
    type: 'application/zip',
    bytes: Uint8Array.from(zipSync(files, { mtime: atAllTimes })),
  };
}

const nameOf = (
  voucher: LedgerVoucher | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): string => {
  const number = plainName(voucher?.number ?? voucher?.location.name ?? '');
  return `${['procountor', number, from, to].filter((part) => part !== '').join('-')}.csv`;
};

/**
 * Returns a voucher as a file: no line of heads, semicolons, and a dimension with one item. Columns: date, account, debit, credit,
 * explanation, dimension, item.
 */
function voucherBytes(voucher: LedgerVoucher, { company, scale }: Ledger): Uint8Array<ArrayBuffer> {
  const amount = (text: string) => text.replace('.', ',');
  const lines = voucher.rows.map((row) => {
    const centre = isResult(row) && company.procountor_dimension !== '' ? (row.cost_centre ?? '') : '';
    return [
      dottedDate(voucher.to),
      row.account,
      amount(row.amount.sign() > 0 ? row.amount.toFixed(scale) : ''),
      amount(row.amount.sign() < 0 ? row.amount.neg().toFixed(scale) : ''),
      cell(`${rowWords(row, 'fi')}, ${voucherWords(voucher, 'fi')}`, 255),
      centre === '' ? '' : cell(company.procountor_dimension, 80),
      cell(centre, 80),
    ];
  });
  return encode(lines.map((cells) => `${cells.join(';')}\r\n`).join(''), 'windows1252');
}
