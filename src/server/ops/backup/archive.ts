import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { writeWhole } from './whole-file';

/**
 * The format of a backup file: gzip around lines of JSON and blocks of rows.
 *
 *     {"format":"tillhouse backup 1",…} the header
 *     {"table":"plu","columns":[…]} for each table
 *     #65536\n…rows…#0 its rows, as COPY writes them, in blocks of so many bytes
 *     {"rows":1500,"sha256":"…"}
 *     {"end":true,"tables":30,"sha256":"…"} of every byte before this line
 */
const format = 'tillhouse backup 1';
/** The format of the file of one tenant (ops/tenant): the same, with a header that says whose it is. */
const tenantFormat = 'tillhouse tenant 1';

/** An unusable backup: cut short, changed, or none at all. The message is for the person who gave the command. */
export class ArchiveError extends Error {}

const common = { made_at: z.string(), postgres: z.string(), migrations: z.array(z.string()) };
const tenantShape = z.strictObject({
  id: z.guid(),
  name: z.string(),
  /** The hash of everything that follows from the declarations (db/migrate.ts): search tables are moved as they are. */
  derived: z.string(),
  /** A hash of the key of cursors. */
  cursors: z.string(),
  /** The highest number of each identity column, by table. */
  numbers: z.record(z.string(), z.int()),
});
const headerShape = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal(format), ...common }),
  z.strictObject({ format: z.literal(tenantFormat), ...common, tenant: tenantShape }),
]);
const tableShape = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
const sumShape = z.strictObject({ rows: z.int(), sha256: z.string() });
const endShape = z.strictObject({ end: z.literal(true), tables: z.int(), sha256: z.string() });

/** What a file says of itself; `tenant` if it holds one tenant. */
export interface ArchiveHeader {
  readonly made_at: string;
  readonly postgres: string;
  readonly migrations: string[];
  readonly tenant?: z.output<typeof tenantShape>;
}
export type TableSum = z.output<typeof sumShape>;

/** A table of a backup with its rows, in blocks of whole rows. */
export interface ArchiveTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<Uint8Array>;
}

/** Counts and hashes rows as they pass. */
export function summed(rows: AsyncIterable<Uint8Array>): {
  rows: AsyncIterable<Uint8Array>;
  sum: () => TableSum;
} {
  const hash = createHash('sha256');
  let count = 0;
  const passing = async function* () {
    for await (const block of rows) {
      hash.update(block);
      // COPY escapes line feeds within values: each line feed ends a row.
      for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10, at + 1)) count += 1;
      yield block;
    }
  };
  return { rows: passing(), sum: () => ({ rows: count, sha256: hash.digest('hex') }) };
}

/**
 * Writes a backup. The file gets its name only once it is complete and flushed.
 *
 * @throws ArchiveError if a file of that name exists.
 */
export async function writeArchive(
  file: string,
  header: ArchiveHeader,
  tables: AsyncIterable<ArchiveTable>,
): Promise<ReadonlyMap<string, TableSum>> {
  const sums = new Map<string, TableSum>();
  await writeWhole(file, (part) =>
    pipeline(
      Readable.from(lines(header, tables, sums)),
      createGzip({ level: 6 }),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    ),
  ).catch(isThere(file));
  return sums;
}

const isThere = (file: string) => (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
    throw new ArchiveError(`There is a file ${file} already.`);
  throw error;
};

async function* lines(
  header: ArchiveHeader,
  tables: AsyncIterable<ArchiveTable>,
  sums: Map<string, TableSum>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const said = (bytes: Uint8Array | string) => {
    const chunk = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    hash.update(chunk);
    return chunk;
  };
  yield said(`${JSON.stringify({ format: header.tenant ? tenantFormat : format, ...header })}\n`);
  for await (const { table, columns, rows } of tables) {
    yield said(`${JSON.stringify({ table, columns })}\n`);
    const counted = summed(rows);
    for await (const block of counted.rows) {
      yield said(`#${block.length}\n`);
      yield said(block);
    }
    const sum = counted.sum();
    sums.set(table, sum);
    yield said(`#0\n${JSON.stringify(sum)}\n`);
  }
  yield Buffer.from(`${JSON.stringify({ end: true, tables: sums.size, sha256: hash.digest('hex') })}\n`);
}

/**
 * Reads a backup from beginning to end; `take` receives each table and has to read its rows.
 *
 * @returns the header.
 * @throws ArchiveError for a file that is incomplete, changed, or no backup. What was taken until
 *   then must be discarded.
 */
export async function readArchive(
  file: string,
  take: {
    header?: (header: ArchiveHeader) => Promise<void> | void;
    table: (table: ArchiveTable, sum: () => TableSum) => Promise<void>;
  },
): Promise<ArchiveHeader> {
  try {
    const input = createReadStream(file);
    const unzipped = createGunzip();
    const reading = pipeline(input, unzipped);
    reading.catch(() => undefined);
    const { format: _, ...header } = await readAll(new Bytes(unzipped), take);
    await reading;
    return header;
  } catch (error) {
    if (error instanceof z.ZodError || isBroken(error))
      throw new ArchiveError(
        `${file} is no whole backup: it was cut short or changed. Nothing of it was kept.`,
      );
    throw error;
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof Broken ||
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && /^Z_|^ERR_STREAM_PREMATURE_CLOSE$/.test(String(error.code)));

class Broken extends Error {}

async function readAll(bytes: Bytes, take: Parameters<typeof readArchive>[1]) {
  const header = headerShape.parse(JSON.parse(await bytes.line()));
  const { format: _, ...told } = header;
  await take.header?.(told);
  for (let count = 0; ; count += 1) {
    const before = bytes.sum();
    const line: unknown = JSON.parse(await bytes.line());
    const end = endShape.safeParse(line);
    if (end.success) {
      if (end.data.tables !== count || end.data.sha256 !== before || !(await bytes.isOver()))
        throw new Broken();
      return header;
    }
    const { table, columns } = tableShape.parse(line);
    const counted = summed(blocks(bytes));
    let sum: TableSum | null = null;
    await take.table({ table, columns, rows: counted.rows }, () => (sum ??= counted.sum()));
    sum ??= counted.sum();
    const written = sumShape.parse(JSON.parse(await bytes.line()));
    if (written.rows !== sum.rows || written.sha256 !== sum.sha256) throw new Broken();
  }
}

async function* blocks(bytes: Bytes): AsyncGenerator<Uint8Array> {
  for (;;) {
    const length = /^#(\d{1,9})$/.exec(await bytes.line())?.[1];
    if (length === undefined) throw new Broken();
    if (length === '0') return;
    yield await bytes.exactly(Number(length));
  }
}

const longestLine = 1024 * 1024;

/** Reads a stream by lines and by byte counts, and hashes everything that it read. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);
  readonly #hash = createHash('sha256');

  constructor(stream: AsyncIterable<Buffer>) {
    this.#source = stream[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const step = await this.#source.next();
    if (step.done) return false;
    this.#held = this.#held.length === 0 ? step.value : Buffer.concat([this.#held, step.value]);
    return true;
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async line(): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf(10);
      if (at >= 0) return this.#take(at + 1).toString('utf8', 0, at);
      if (this.#held.length > longestLine || !(await this.#more())) throw new Broken();
    }
  }

  async exactly(length: number): Promise<Buffer> {
    const parts = [this.#held];
    for (let have = this.#held.length; have < length;) {
      const step = await this.#source.next();
      if (step.done) throw new Broken();
      parts.push(step.value);
      have += step.value.length;
    }
    this.#held = Buffer.concat(parts);
    return this.#take(length);
  }

  async isOver(): Promise<boolean> {
    return this.#held.length === 0 && !(await this.#more());
  }

  /** Returns the hash of every byte read so far. */
  sum(): string {
    return this.#hash.copy().digest('hex');
  }
}
