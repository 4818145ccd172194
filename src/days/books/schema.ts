import { z } from 'zod';
import { currency, day, guid, instant } from '@/contract/values';
import { lackSchema } from '../voucher/schema';

/** The files that bookkeeping programs read, in the order in which they are offered (docs/books.md). */
export const bookFormats = ['xlsx', 'csv', 'netvisor', 'procountor', 'sie', 'saft', 'datev', 'fec'] as const;
/** A file that a bookkeeping program reads. */
export type BookFormat = (typeof bookFormats)[number];

/** What a file can lack; docs/books.md#what-a-file-lacks has the meaning of each. */
export const lackCodes = [
  'no_days',
  'open_day',
  'account',
  'account_number',
  'account_length',
  'voucher_number',
  'several_years',
  'currency',
  'decimals',
  'amount_length',
  'business_id',
  'datev_consultant',
  'datev_client',
  'datev_clearing',
  'vat_code',
  'too_many_receipts',
] as const;

const lack = z.object({
  code: z.enum(lackCodes),
  /** Which one: the number of an account, the date of a day, a rate, a currency. Empty where the code says it all. */
  name: z.string(),
  /**
   * Where it is mended: a day, the company, a location (without `id` several), the page where days of a location are numbered (`id` is the location);
   * `vouchers` is the choice of days itself.
   */
  at: z.enum(['businessday', 'company', 'location', 'account', 'numbering', 'vouchers']),
  id: guid().nullable(),
  /** Of `account`: what has none. */
  lack: lackSchema.nullable(),
});
/** Something that a file lacks, so that it cannot be written. */
export type BookLack = z.infer<typeof lack>;

const written = z.object({
  id: guid(),
  at: instant(),
  by: z.string(),
  file_name: z.string(),
  sha256: z.string().meta({ description: 'SHA-256 of the bytes, in hexadecimal digits.' }),
  size: z.int(),
  from: day(),
  to: day(),
  days: z.int().meta({ description: 'How many business days the file has.' }),
});
/** A file that was written before, and has some of the same days. */
export type WrittenBook = z.infer<typeof written>;

/** The response of `GET /api/secure/report/books` without `format` (docs/books.md#reading-it-from-a-program). */
export const booksSchema = z.object({
  currency: currency(),
  from: day().nullable(),
  to: day().nullable(),
  days: z.int(),
  formats: z.array(
    z.object({
      format: z.enum(bookFormats),
      file_name: z.string(),
      home: z.boolean().meta({
        description: 'Whether it is a format of the countries that the locations lie in, or of any country.',
      }),
      lacks: z.array(lack),
      written: z.array(written).meta({ description: 'The latest ten, newest first.' }),
    }),
  ),
});
export type BooksAnswer = z.infer<typeof booksSchema>;
