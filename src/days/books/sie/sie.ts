import { encode, fieldText, plainName } from '../charset';
import { lacksOf } from '../lacks';
import {
  compactDate,
  fiscalYear,
  isResult,
  program,
  type BookFile,
  type Ledger,
  type LedgerVoucher,
} from '../ledger';
import { rowWords, voucherWords } from '../words';

/** Returns what an SIE file lacks: its accounts are numbers, and it has one fiscal year (`#RAR 0`). */
export const sieLacks = (ledger: Ledger) =>
  lacksOf(ledger, { account: /^\d{1,10}$/, decimals: 2, oneYear: true });

/**
 * Returns a Swedish organisation number in the form of the format, `556036-0793`, also out of a VAT number
 * (`SE556036079301`); null for another id.
 */
export const sieOrganisation = (id: string): string | null => {
  const [, first, last] = /^(?:SE)?(\d{6})-?(\d{4})(?:01)?$/i.exec(id.replaceAll(/\s/g, '')) ?? [];
  return first && last ? `${first}-${last}` : null;
};

/** Returns a field of a line; a quotation mark in it gets a backslash. */
const field = (text: string, length?: number): string =>
  `"${fieldText(text, 'cp437', length)
    .replaceAll('\\', '/')
    .replaceAll('"', String.raw`\"`)}"`;

/** The dimension of cost centres, which the format reserves. */
const costCentre = 1;

/**
 * Writes vouchers as SIE 4, type 4I: what another program imports (docs/books.md#sie). The number of a voucher stands in its
 * text: the importing program gives numbers of its own series.
 */
export function sieFile(ledger: Ledger): BookFile {
  const { company, from, to, made, currency } = ledger;
  const year = fiscalYear(to, company.fiscal_month);
  const vouchers = ledger.vouchers.filter(({ rows }) => rows.length > 0);
  const organisation = sieOrganisation(company.business_id);
  const lines = [
    '#FLAGGA 0',
    `#PROGRAM ${field(program.name)} ${field(program.edition)}`,
    '#FORMAT PC8',
    `#GEN ${compactDate(made.slice(0, 10))}`,
    '#SIETYP 4',
    ...(organisation === null ? [] : [`#ORGNR ${organisation}`]),
    `#FNAMN ${field(company.name)}`,
    `#RAR 0 ${compactDate(year.from)} ${compactDate(year.to)}`,
    `#VALUTA ${currency}`,
    ...accountLines(vouchers),
    ...centreLines(vouchers),
    ...vouchers.flatMap((voucher) => voucherLines(voucher, ledger.scale)),
  ];
  const places = new Set(ledger.vouchers.map(({ location }) => plainName(location.name)));
  return {
    name: `${['sie', ...(places.size === 1 ? places : []), from, to].filter((part) => part !== '').join('-')}.si`,
    type: 'application/octet-stream',
    bytes: encode(lines.map((line) => `${line}\r\n`).join(''), 'cp437'),
  };
}

function accountLines(vouchers: readonly LedgerVoucher[]): string[] {
  const names = new Map<string, string>();
  for (const row of vouchers.flatMap(({ rows }) => rows)) {
    const known = names.get(row.account);
    if (known === undefined || (known === '' && row.account_name !== null))
      names.set(row.account, row.account_name ?? '');
  }
  return [...names]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, name]) => `#KONTO ${code} ${field(name === '' ? code : name)}`);
}

function centreLines(vouchers: readonly LedgerVoucher[]): string[] {
  const centres = new Map<string, string>();
  for (const { location, rows } of vouchers)
    for (const row of rows)
      if (row.cost_centre !== null && isResult(row)) centres.set(row.cost_centre, location.name);
  if (centres.size === 0) return [];
  return [
    `#DIM ${costCentre} ${field('Kostnadsställe')}`,
    ...[...centres].map(([code, name]) => `#OBJEKT ${costCentre} ${field(code)} ${field(name)}`),
  ];
}

function voucherLines(voucher: LedgerVoucher, scale: number): string[] {
  const date = compactDate(voucher.to);
  return [
    `#VER "" "" ${date} ${field(voucherWords(voucher, 'sv'), 100)}`,
    '{',
    ...voucher.rows.map((row) => {
      const centre =
        row.cost_centre !== null && isResult(row) ? `${costCentre} ${field(row.cost_centre)}` : '';
      const text = field(rowWords(row, 'sv'), 100);
      return `#TRANS ${row.account} {${centre}} ${row.amount.toFixed(scale)} ${date} ${text}`;
    }),
    '}',
  ];
}
