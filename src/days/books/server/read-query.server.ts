import { z } from 'zod';
import type { FieldProblem } from '@/contract/problem';
import { HttpProblem } from '@/server/http/problems';
import { queryOf } from '@/server/http/query';
import { voucherDays, voucherParameters, type VoucherQuery } from '../../voucher/server/read-query.server';
import { bookFormats, type BookFormat, type BookLack } from '../schema';
import type { TableLanguage } from '../table/table-words';

/** The parameters of files for bookkeeping: those of vouchers, the format, and the language of tables. */
export interface BookQuery {
  /** Null: what each format lacks is asked for, no file. */
  readonly format: BookFormat | null;
  readonly language: TableLanguage;
  readonly days: VoucherQuery;
}

const tableLanguages = ['en', 'fi'] as const;

/** The parameters of files for bookkeeping. */
export const bookQuery = queryOf(
  {
    format: {
      read: z.enum(bookFormats).nullable().default(null),
      rule: `Must be one of ${bookFormats.join(', ')}`,
      schema: { type: 'string', enum: bookFormats },
      description: 'The file that is written, and remembered with its hash.',
    },
    ...voucherParameters,
    language: {
      read: z.enum(tableLanguages).default('en'),
      rule: `Must be one of ${tableLanguages.join(', ')}`,
      schema: { type: 'string', enum: tableLanguages },
      description: 'Of the heads of tables (`csv`, `xlsx`).',
    },
  },
  ({ format, language, ...days }, complain): BookQuery => ({
    format,
    language,
    days: voucherDays(days, complain),
  }),
);

const sentences: Readonly<Record<BookLack['code'], (name: string) => string>> = {
  no_days: () => 'There is no business day in this range',
  open_day: (name) => `The business day ${name} is open: close it first`,
  account: (name) => `"${name}" has no account, or several that fit equally well`,
  account_number: (name) => `The account ${name} is no number that the receiving program reads`,
  account_length: (name) => `The account ${name} has more digits than the accounts of the client's books`,
  voucher_number: (name) => `The voucher of ${name} has no number: export its day first`,
  amount_length: () => 'An amount has more digits than the program reads',
  several_years: (name) => `The days ${name} are of several fiscal years, and a file has one`,
  currency: (name) => `The receiving program reads one currency: ${name}`,
  decimals: (name) => `The receiving program reads two decimals; ${name} has more`,
  business_id: (name) => `The company's business id is missing or of another form: "${name}"`,
  datev_consultant: () => "The consultant's number of DATEV is missing: four to seven digits",
  datev_client: () => "The client's number of DATEV is missing: one to five digits",
  datev_clearing: () => 'The clearing account for DATEV is missing: digits',
  vat_code: (name) => `The tax rate ${name} has no standard code: give its VAT account one`,
  too_many_receipts: (name) => `These are ${name} receipts: choose fewer days`,
};

/** Returns a 409 that names what a file lacks. */
export const incompleteFile = (lacks: readonly BookLack[]): HttpProblem => {
  const errors = lacks.map(({ code, name }): FieldProblem => ({
    pointer: '?format',
    code,
    detail: sentences[code](name),
  }));
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new HttpProblem(409, 'file_incomplete', 'Conflict', `${errors[0]?.detail ?? ''}${more}`, { errors });
};
