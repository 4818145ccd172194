import { setImmediate } from 'node:timers/promises';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { columnsOf, partNames, schemaOf, valueOf, type Part } from './columns';
import { readRows } from './rows.server';

type Column = { readonly name: string; readonly data: ReturnType<typeof valueOf>[] };

/** The rows of a day as the files have them. */
export type DayRows = Readonly<Record<Part, readonly Column[]>>;

/** What the rows of a day that count come to, with four decimals: `verify` compares it with the receipts. */
export interface DaySums {
  readonly receipts: number;
  readonly gross: string;
  readonly sold: string;
}

/** Reads the rows of a day. @throws Unfit for a value that its column cannot hold exactly. */
export async function readDay(tx: Tx, caller: Caller, day: string): Promise<DayRows> {
  const made: Record<Part, readonly Column[]> = { receipts: [], lines: [], tenders: [] };
  for (const part of partNames) {
    const rows = await readRows(tx, caller, day, part);
    made[part] = columnsOf(part).map(([name, type]) => ({
      name,
      data: rows.map(({ [name]: text = null }) => valueOf(type, text)),
    }));
  }
  return made;
}

/** Returns what the rows of a day come to. */
export function sumsOf({ receipts, lines }: DayRows): DaySums {
  const column = (of: readonly Column[], wanted: string) =>
    of.find(({ name }) => name === wanted)?.data ?? [];
  const sum = (of: readonly Column[]) => {
    const counts = column(of, 'counts');
    const all = column(of, 'gross').reduce<bigint>(
      (total, gross, at) => (counts[at] === true && typeof gross === 'bigint' ? total + gross : total),
      0n,
    );
    const digits = String(all < 0n ? -all : all).padStart(5, '0');
    return `${all < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
  };
  return {
    receipts: column(receipts, 'counts').filter((counts) => counts === true).length,
    gross: sum(receipts),
    sold: sum(lines),
  };
}

/** Rows that are encoded before others have a turn. */
const rowsAtOnce = 5000;

/** Opens the files of a date, in memory: `add` puts the rows of a day behind the others, `finish` returns the bytes. */
export function openFiles() {
  const files = partNames.map((part) => {
    const writer = new ByteWriter();
    return {
      part,
      writer,
      parquet: new ParquetWriter({ writer, schema: schemaOf(part), createdBy: 'tillhouse' }),
    };
  });
  return {
    async add(day: DayRows): Promise<void> {
      for (const { part, parquet } of files) {
        const columns = day[part];
        const length = columns[0]?.data.length ?? 0;
        for (let from = 0; from < length; from += rowsAtOnce) {
          const some = columns.map(({ name, data }) => ({ name, data: data.slice(from, from + rowsAtOnce) }));
          await parquet.write({ columnData: some, rowGroupSize: rowsAtOnce });
          await setImmediate();
        }
      }
    },
    finish: (): Map<Part, Uint8Array> =>
      new Map(
        files.map(({ part, writer, parquet }) => {
          void parquet.finish();
          return [part, writer.getBytes()];
        }),
      ),
  };
}
