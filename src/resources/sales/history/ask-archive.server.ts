import type { ColumnStore } from '@/core/server/archive/column-store';
import { companyFolder } from '@/core/server/archive/files';
import type { Caller } from '@/core/server/auth/caller';
import { currencyScale } from '@/core/contract/values';
import type { Restriction } from './archive-sql.server';
import type { Breakdown } from './breakdown';
import { archiveText } from './from-archive.server';
import type { RawRow } from './answer-rows/merge';
import type { SalesQuestion } from './question.server';
import { columnsText, rowsOf, sentColumns } from './answer-rows/sent-columns';
import type { AskedDays } from './snapshot.server';
import { sentRows, writtenRows } from './answer-rows/written-rows';

/** A breakdown, of the rows or of what was sold together with them. */
export interface Asked {
  readonly breakdown: Breakdown;
  readonly together: boolean;
}

/** A file is missing or damaged, or the process of DuckDB ended. */
export class ArchiveUnread extends Error {}

/** Files of the archive that are asked. */
export interface Archive {
  readonly store: ColumnStore;
  readonly caller: Caller;
  readonly question: SalesQuestion;
  readonly days: AskedDays;
}

/** Reads the rows of a breakdown, to add them to others. */
export const archivedRows = async (archive: Archive, { breakdown, together }: Asked): Promise<RawRow[]> =>
  askArchive(archive, (folder, asked) => ({
    sql: columnsText(archiveText(folder, archive.days.files, breakdown, { ...asked, together })),
    read: (sent) => rowsOf(sentColumns.parse(sent)),
  }));

/** Reads the rows of a breakdown in JSON, as they are sent. */
export const rowsFromArchive = async (archive: Archive, { breakdown, together }: Asked): Promise<string> =>
  askArchive(archive, (folder, asked) => ({
    sql: writtenRows(
      archiveText(folder, archive.days.files, breakdown, { ...asked, together }, (sum) => sum),
      currencyScale(asked.currency),
    ),
    read: (sent) => sentRows.parse(sent)[0].rows,
  }));

async function askArchive<T>(
  { store, caller, question, days }: Archive,
  textOf: (
    folder: string,
    asked: Omit<Restriction, 'together'>,
  ) => { readonly sql: string; readonly read: (sent: readonly unknown[]) => T },
): Promise<T> {
  // The session of this folder can open no other: a caller reads what is their company's.
  const folder = companyFolder(store.root, caller);
  try {
    const { sql: asked, read } = textOf(folder, { ...question, currency: days.currency });
    return read(await store.ask(folder, { sql: asked }));
  } catch (error) {
    throw new ArchiveUnread(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
