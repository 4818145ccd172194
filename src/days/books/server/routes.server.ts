import { acts } from '@/contract/role';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { inScope, trusted, type Database, type Tx } from '@/server/db/db';
import { documented, header, jsonOf, string } from '@/contract/openapi/parts';
import { endpoints, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';
import { wireTime } from '@/server/db/table';
import { newId } from '@/server/write/uuid';
import { inOneSnapshot } from '../../report/server/one-snapshot.server';
import { voucherSources } from '../../voucher/server/routes.server';
import type { BookFile, Ledger } from '../ledger';
import { saftLacks, saftName, saftPieces, type SaftFacts } from '../saft/saft';
import {
  booksSchema,
  bookFormats,
  type BookFormat,
  type BookLack,
  type BooksAnswer,
  type WrittenBook,
} from '../schema';
import type { TableLanguage } from '../table/table-words';
import { readLedger } from './ledger.server';
import { bookQuery, incompleteFile, type BookQuery } from './read-query.server';
import { readSaft, saftFacts } from './saft.server';
import { spool, type Spooled } from './spool.server';
import { datevFile, datevLacks } from '../datev/datev';
import { fecFile, fecLacks } from '../fec/fec';
import { netvisorFile, netvisorLacks } from '../finnish/netvisor';
import { procountorFile, procountorLacks } from '../finnish/procountor';
import { sieFile, sieLacks } from '../sie/sie';
import { csvFile, tableLacks } from '../table/csv';
import { xlsxFile } from '../table/xlsx';
import { vatCountryOf, type VatCountry } from '../../month/vat-return';

/** A country whose programs read one of the formats. */
export type BookCountry = VatCountry | 'FR';

/** The country whose programs read a format; null for those of any country. */
const countries: Readonly<Record<BookFormat, BookCountry | null>> = {
  csv: null,
  xlsx: null,
  netvisor: 'FI',
  procountor: 'FI',
  sie: 'SE',
  saft: 'NO',
  datev: 'DE',
  fec: 'FR',
};
const french = ['fr', 'fra', 'france', 'ranska'];

/** Returns the country of a location: that of its address, else that of its time zone; null if no format is of it. */
export function bookCountryOf(address: string | null, zone: string): BookCountry | null {
  const said = address?.trim().toLowerCase() ?? '';
  const isFrench = said === '' ? zone === 'Europe/Paris' : french.includes(said);
  return isFrench ? 'FR' : vatCountryOf(address, zone);
}

/**
 * Whether a format is one of the countries that the locations lie in, or of any country. Of locations in none of the known
 * countries every format is: nothing is known that would speak against one.
 */
export function isHomeFormat(format: BookFormat, places: readonly (BookCountry | null)[]): boolean {
  const country = countries[format];
  return country === null || places.includes(country) || places.every((place) => place === null);
}

/** A format of files that are made of vouchers. */
export interface VoucherFormat {
  /** Returns what keeps the file from being written; empty if nothing does. */
  readonly lacks: (ledger: Ledger) => BookLack[];
  /** Writes the file of a ledger that lacks nothing. */
  readonly write: (ledger: Ledger, language: TableLanguage) => BookFile;
}

/** The formats that are made of vouchers; SAF-T is made of receipts (saft/). */
export const voucherFormats: Readonly<Record<Exclude<BookFormat, 'saft'>, VoucherFormat>> = {
  csv: { lacks: tableLacks, write: csvFile },
  xlsx: { lacks: tableLacks, write: xlsxFile },
  netvisor: { lacks: netvisorLacks, write: netvisorFile },
  procountor: { lacks: procountorLacks, write: procountorFile },
  sie: { lacks: sieLacks, write: sieFile },
  datev: { lacks: datevLacks, write: datevFile },
  fec: { lacks: fecLacks, write: fecFile },
};

/** What is remembered of a file. */
interface ToRemember {
  readonly format: BookFormat;
  readonly file_name: string;
  readonly sha256: string;
  readonly size: number;
  readonly from: string;
  readonly to: string;
  readonly days: readonly string[];
}

/** Remembers a file that was written: by whom, when, with which bytes, of which days. */
async function rememberFile(tx: Tx, caller: Caller, file: ToRemember): Promise<void> {
  const { format, file_name, sha256, size, from, to, days } = file;
  await tx.rows(sql`
    insert into businessday_file
      (tenant_id, company_id, file_id, businessday_id, format, file_name, sha256, size, from_date, to_date, days, at, by)
    select ${caller.tenantId}, ${caller.companyId}, ${newId()}, d, ${format}, ${file_name}, ${sha256}, ${size}, ${from}, ${to},
      ${days.length}, statement_timestamp(), ${caller.keyName ?? ''}
    from unnest(${days}::uuid[]) d`);
}

/** The most files of a format that are told of. */
const mostFiles = 10;

/** Reads the files that were written of any of these days, newest first, by format. */
async function writtenFiles(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<ReadonlyMap<string, WrittenBook[]>> {
  if (days.length === 0) return new Map();
  const rows = await tx.rows(sql<{ format: string; files: WrittenBook[] }>`
    select format, json_agg(json_build_object('id', file_id, 'at', at_text, 'by', by, 'file_name', file_name,
      'sha256', sha256, 'size', size, 'from', from_date, 'to', to_date, 'days', days) order by seq desc) as files
    from (
      select f.format, f.file_id, max(f.seq) as seq, ${trusted(wireTime('max(f.at)'))} as at_text, max(f.by) as by,
        max(f.file_name) as file_name, max(f.sha256) as sha256, max(f.size) as size, max(f.from_date) as from_date,
        max(f.to_date) as to_date, max(f.days) as days,
        row_number() over (partition by f.format order by max(f.seq) desc) as place
      from businessday_file f
      where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and f.businessday_id = any(${days}::uuid[])
      group by f.format, f.file_id
    ) files where place <= ${mostFiles} group by format`);
  return new Map(rows.map(({ format, files }) => [format, files]));
}

const file = { schema: { type: 'string', format: 'binary' } } as const;

/** Files for bookkeeping (docs/books.md). */
export const bookAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/books',
    operationId: 'report_books',
    tag: 'businessday',
    summary:
      'A file for a bookkeeping program; without `format`, what each format lacks and which files were written before',
    needs: acts.readReports,
    query: bookQuery,
    answers: {
      200: {
        description: 'The file, or without `format` what each format lacks.',
        headers: {
          'Tillhouse-SHA256': header('SHA-256 of the file.', string),
          'Content-Disposition': header('How the file is called.', string),
        },
        content: {
          ...jsonOf(documented(booksSchema)),
          'text/csv': file,
          'text/plain': file,
          'application/xml': file,
          'application/octet-stream': file,
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file,
        },
      },
    },
    problems: [409],
    handle: async ({ c, caller, parts: { db }, query }) => {
      const { format } = query;
      if (format === null) return json(JSON.stringify(await overview(db, caller, query)), 200);
      // HEAD asks what a file would be: nobody gets it, so nothing is remembered.
      return fileAnswer(db, caller, { ...query, format, isSent: c.req.method === 'GET' });
    },
  }),
);

/** What a question is answered from, read in one snapshot. */
interface Found {
  readonly ledger: Ledger;
  readonly lacks: (format: BookFormat) => BookLack[];
}

/** Reads the ledger of a question and what its files lack, and goes on with them in the same snapshot. */
async function withLedger<T>(
  db: Database,
  caller: Caller,
  { days, format }: BookQuery,
  then: (tx: Tx, found: Found) => Promise<T>,
): Promise<T> {
  const answer = await inOneSnapshot(
    db,
    caller,
    null,
    async (tx, parsing) => {
      const ledger = await readLedger(tx, caller, days, parsing);
      // A file of vouchers does not need to look at the receipts.
      const facts =
        format === null || format === 'saft' ? await saftFacts(tx, caller, idsOf(ledger)) : noFacts;
      const lacks = (of: BookFormat) =>
        of === 'saft' ? saftLacks(ledger, facts) : voucherFormats[of].lacks(ledger);
      return { text: '', rest: [], value: await then(tx, { ledger, lacks }) };
    },
    voucherSources,
  );
  return answer.value;
}

const noFacts: SaftFacts = { receipts: 0, rates: [], codes: new Map() };

const idsOf = ({ vouchers }: Ledger): string[] => vouchers.flatMap(({ days }) => days.map(({ id }) => id));

/** Returns what each format lacks for these days, how its file is called, and which files have some of them already. */
function overview(db: Database, caller: Caller, query: BookQuery): Promise<BooksAnswer> {
  return withLedger(db, caller, query, async (tx, { ledger, lacks: lacksOf }) => {
    const days = idsOf(ledger);
    const written = await writtenFiles(tx, caller, days);
    const countries = await readCountries(tx, caller, days);
    return {
      currency: ledger.currency,
      from: ledger.from || null,
      to: ledger.to || null,
      days: days.length,
      formats: bookFormats.map((format) => {
        const lacks = lacksOf(format);
        return {
          format,
          file_name: lacks.length === 0 ? nameOf(format, ledger, query.language) : '',
          home: isHomeFormat(format, countries),
          lacks,
          written: written.get(format) ?? [],
        };
      }),
    };
  });
}

const nameOf = (format: BookFormat, ledger: Ledger, language: TableLanguage): string =>
  format === 'saft'
    ? saftName(ledger.company.business_id, ledger.made)
    : voucherFormats[format].write(ledger, language).name;

/** A file that is ready to be sent. */
interface Ready extends Omit<Spooled, 'packed'> {
  readonly name: string;
  readonly type: string;
  readonly ledger: Ledger;
}

/** Writes a file, remembers it, and answers with it. @throws 409 `file_incomplete` that names what it lacks. */
async function fileAnswer(
  db: Database,
  caller: Caller,
  query: BookQuery & { readonly format: BookFormat; readonly isSent: boolean },
): Promise<Response> {
  const { format, language, isSent } = query;
  const { ledger, name, type, sha256, size, stream } = await withLedger(
    db,
    caller,
    query,
    async (tx, found): Promise<Ready> => {
      const lacks = found.lacks(format);
      if (lacks.length > 0) throw incompleteFile(lacks);
      if (format !== 'saft') return ready(voucherFormats[format].write(found.ledger, language), found.ledger);
      const spooled = await spool(saftPieces(await readSaft(tx, caller, found.ledger)));
      const called = saftName(found.ledger.company.business_id, found.ledger.made);
      return { ...spooled, name: called, type: 'application/xml', ledger: found.ledger };
    },
  );
  const { from, to } = ledger;
  const file = { format, file_name: name, sha256, size, from, to, days: idsOf(ledger) };
  if (isSent) await inScope(db, caller, 'read write', (tx) => rememberFile(tx, caller, file));
  return new Response(stream(), {
    headers: {
      'Content-Type': type,
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Tillhouse-SHA256': sha256,
    },
  });
}

const ready = ({ name, type, bytes }: BookFile, ledger: Ledger): Ready => ({
  name,
  type,
  ledger,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  stream: () => new Blob([bytes]).stream(),
});

/** Reads the countries that the locations of some business days lie in; null is one of which no format is. */
async function readCountries(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<readonly (BookCountry | null)[]> {
  const rows = await tx.rows(sql<{ country: string | null; zone: string }>`
    select distinct l.data->'address'->>'country' as country, d.snapshot->>'timezone' as zone
    from businessday d join location l on l.tenant_id = d.tenant_id and l.id = d.location_id
    where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId} and d.id = any(${days}::uuid[])`);
  return rows.map(({ country, zone }) => bookCountryOf(country, zone));
}
