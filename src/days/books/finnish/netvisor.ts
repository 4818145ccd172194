import { encode, fieldText, noFormula, shortened } from '../charset';
import { lacksOf } from '../lacks';
import { dottedDate, isResult, type BookFile, type Ledger, type LedgerVoucher } from '../ledger';
import { rowWords, voucherWords } from '../words';

/** Returns what a Netvisor file lacks: it is in euros, and of one fiscal year. */
export const netvisorLacks = (ledger: Ledger) =>
  lacksOf(ledger, { account: /^\d{1,10}$/, currency: 'EUR', decimals: 2, oneYear: true });

/**
 * The fields of the vendor's list, by its names, so that the import recognizes them. It has none for a cost centre, which
 * therefore stands in an explanation.
 */
const heads = [
  'Tositelaji',
  'Tositenumero',
  'Päivämäärä (PVM)',
  'Selite 1',
  'Selite 2',
  'Selite 3',
  'Tilinumero',
  'Summa ( + = Debet / - = Kredit)',
];

/** Returns the number that keeps the rows of a voucher together: its own, else its location and date. */
const numberOf = ({ number, location, to }: LedgerVoucher): string => number ?? `${location.name} ${to}`;

/** Returns a cell: one line, no formula, in quotation marks where it has to be. */
export const finnishCell = (text: string, length: number): string => {
  const value = shortened(noFormula(fieldText(text, 'windows1252', length)), length);
  return /[;"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
};

/**
 * Writes vouchers for Netvisor's import of bookkeeping data (docs/books.md#netvisor): a line for each row, debit positive and
 * credit negative, and the explanations together at most 255 characters.
 */
export function netvisorFile(ledger: Ledger): BookFile {
  const { company, from, to, scale } = ledger;
  const lines = [
    heads,
    ...ledger.vouchers.flatMap((voucher) =>
      voucher.rows.map((row) => [
        finnishCell(company.netvisor_voucher_type, 40),
        finnishCell(numberOf(voucher), 40),
        dottedDate(voucher.to),
        finnishCell(voucherWords(voucher, 'fi'), 100),
        finnishCell(rowWords(row, 'fi'), 100),
        finnishCell(isResult(row) ? (row.cost_centre ?? '') : '', 50),
        row.account,
        row.amount.toFixed(scale).replace('.', ','),
      ]),
    ),
  ];
  return {
    name: `netvisor-${from}-${to}.csv`,
    type: 'text/csv; charset=windows-1252',
    bytes: encode(lines.map((cells) => `${cells.join(';')}\r\n`).join(''), 'windows1252'),
  };
}
