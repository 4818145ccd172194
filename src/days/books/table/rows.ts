import type { Ledger } from '../ledger';
import { rowWords } from '../words';
import { tableWords, type TableLanguage } from './table-words';

/** A column: text, an exact decimal number, or a date. */
export interface TableColumn {
  readonly head: string;
  readonly kind: 'text' | 'number' | 'day';
}

/** A table of a file; null is an empty cell. */
export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * Returns the rows of vouchers with what they are of in every row: company, location, dates, currency and seals, so that a part
 * of the file still says it.
 */
export function rowsTable(ledger: Ledger, language: TableLanguage): Table {
  const words = tableWords[language];
  const { company, currency, scale } = ledger;
  const text = (head: string): TableColumn => ({ head, kind: 'text' });
  return {
    name: words.vouchers,
    columns: [
      text(words.company),
      text(words.business_id),
      text(words.location),
      { head: words.from, kind: 'day' },
      { head: words.to, kind: 'day' },
      text(words.number),
      text(words.account),
      text(words.text),
      { head: words.debit, kind: 'number' },
      { head: words.credit, kind: 'number' },
      text(words.currency),
      text(words.account_name),
      { head: words.rate, kind: 'number' },
      text(words.vat_code),
      text(words.cost_centre),
      text(words.seal),
    ],
    rows: ledger.vouchers.flatMap((voucher) =>
      voucher.rows.map((row) => [
        company.name,
        company.business_id,
        voucher.location.name,
        voucher.from,
        voucher.to,
        voucher.number,
        row.account,
        rowWords(row, language),
        row.amount.sign() > 0 ? row.amount.toFixed(scale) : null,
        row.amount.sign() < 0 ? row.amount.neg().toFixed(scale) : null,
        currency,
        row.account_name,
        row.rate,
        row.vat_code,
        row.cost_centre,
        voucher.seals.join(' '),
      ]),
    ),
  };
}

/** Returns what the vouchers are of, in words and figures: the second sheet of a workbook. */
export function aboutTable(ledger: Ledger, language: TableLanguage): Table {
  const words = tableWords[language];
  const { company, currency, from, to, vouchers } = ledger;
  const places = [...new Set(vouchers.map(({ location }) => location.name))];
  return {
    name: words.about,
    columns: [
      { head: words.what, kind: 'text' },
      { head: words.value, kind: 'text' },
    ],
    rows: [
      [words.company, company.name],
      [words.business_id, company.business_id],
      ...places.map((place) => [words.location, place]),
      [words.from, from],
      [words.to, to],
      [words.currency, currency],
      ...vouchers.flatMap(({ location, days, seals }) =>
        seals.map((seal, at) => [`${words.seal} ${location.name} ${days[at]?.date ?? ''}`, seal]),
      ),
    ],
  };
}
