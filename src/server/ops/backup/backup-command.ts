import { parseArgs } from 'node:util';
import type { Database } from '../../db/db';
import type { Table } from '../../db/table';
import { ArchiveError } from './archive';
import { backUp } from './backup';
import { readErasures, writeErasures } from './erasures';
import { checkBackup, restore } from './restore';
import type { StoredFigures } from '../../write/rules';
import { verify, type Progress } from './verify/verify';

const usage = `npm run backup -- FILE              everything, as it stands at one moment, beside a running service
npm run backup -- --erasures FILE   the ledger of erasures alone: whom a restore has to erase again
npm run restore -- FILE [--erasures LEDGER]
                                    into an empty database; all of it or nothing
npm run verify                      looks through the database, and names what is wrong
npm run verify -- FILE              looks through a backup`;

/** Returns whether a command reads only a file, and needs no database. */
export const needsNoDatabase = (command: string, args: readonly string[]): boolean =>
  command === 'verify' && args.length > 0;

/**
 * Carries out `npm run backup`, `restore` or `verify`. For a restore the database is not migrated first.
 *
 * @returns whether all is well; for `verify`, whether it found no fault.
 * @throws ArchiveError with a message for the person who gave the command.
 */
export async function runBackupCommand(
  parts: {
    url: string;
    db: Database;
    tables: readonly Table[];
    checks?: readonly StoredFigures[];
  } | null,
  command: string,
  args: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const { positionals, values } = read(args);
  const [file] = positionals;
  const { erasures } = values;
  if (parts === null || (command === 'verify' && file)) {
    const { header, rows } = await checkBackup(needed(file));
    say(`${file} is whole: ${rows} rows, of ${header.made_at}, PostgreSQL ${header.postgres}.`);
    return true;
  }
  if (command === 'backup' && erasures !== undefined) {
    say(`${await writeErasures(parts.url, erasures)} erasures are in ${erasures}.`);
    return true;
  }
  if (command === 'backup') {
    const sums = [...(await backUp(parts.url, needed(file))).values()];
    say(`${sums.reduce((sum, { rows }) => sum + rows, 0)} rows of ${sums.length} tables are in ${file}.`);
    return true;
  }
  if (command === 'restore') {
    const ledger = erasures === undefined ? [] : await readErasures(erasures);
    const { rows, erased } = await restore({ ...parts, file: needed(file), erasures: ledger });
    say(`${rows} rows are restored and are what the backup says.`);
    if (erasures !== undefined) say(`${erased} records were erased again.`);
  }
  return report(parts, say);
}

async function report(
  { db, tables, checks = [] }: { db: Database; tables: readonly Table[]; checks?: readonly StoredFigures[] },
  say: (line: string) => void,
): Promise<boolean> {
  const began = Date.now();
  const now: { progress: Progress | null } = { progress: null };
  const timer = setInterval(() => {
    if (now.progress) say(progressLine(now.progress, Date.now() - began));
  }, silence);
  const found = await verify(db, tables, checks, (progress) => (now.progress = progress)).finally(() =>
    clearInterval(timer),
  );
  const wrong = found.filter((check) => check.wrong > 0);
  for (const check of wrong) {
    say(`WRONG  ${check.name}: ${check.wrong}`);
    for (const example of check.examples) say(`       ${example}`);
    if (check.wrong > check.examples.length) say(`       and ${check.wrong - check.examples.length} more`);
  }
  say(
    wrong.length === 0
      ? `${found.length} checks, and nothing is wrong.`
      : `${found.length} checks, ${wrong.length} found something.`,
  );
  return wrong.length === 0;
}

/** Milliseconds after which a verification says how far it is, again and again. */
const silence = 15_000;

const progressLine = ({ done, of, running }: Progress, ms: number) =>
  `${done} of ${of} after ${Math.round(ms / 1000)} s; now: ${running.join(', ')}`;

function needed(file: string | undefined): string {
  if (file === undefined) throw new ArchiveError(`Which file?\n\n${usage}`);
  return file;
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { erasures: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new ArchiveError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}
