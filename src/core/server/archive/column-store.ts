import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { openProcess, type ColumnProcess, type Statement } from './process';

/** What sees the files of one folder, and nothing else. */
export interface Session {
  /** Runs statements one after the other on one connection, and returns the rows of the last. */
  readonly run: (...statements: Statement[]) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

/** Files in columns below one folder, and the process that reads and writes them. */
export interface ColumnStore {
  /** The archive's folder, absolute. */
  readonly root: string;
  /** Where to say that the archive could not be read. */
  readonly log: Pick<Logger, 'warn'>;
  /** Starts the process, if there are files to ask about: else the first question does. */
  readonly start: () => Promise<void>;
  /** Opens a session of a folder below the root. Close it. */
  readonly open: (folder: string) => Promise<Session>;
  /** Answers a question about the files of a folder, in a session that is kept for the next one. */
  readonly ask: (folder: string, statement: Statement) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

/** A session for questions: what it may take of the machine. */
const reading = { memory: '1GB', threads: 2 };
const keptAtMost = 8;
const asksAtOnce = 2;

/** Returns the file of DuckDB's module; null where the optional package is not installed. */
function duckdbModule(): string | null {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve('@duckdb/node-api')).href;
  } catch {
    return null;
  }
}

/** Opens the files below `root`; null where DuckDB is not installed. Its process starts with the first question, or by `start`. */
export function openColumnStore(
  root: string,
  log: Pick<Logger, 'warn'>,
  module = duckdbModule(),
): ColumnStore | null {
  if (module === null) return null;
  const state: { process?: ColumnProcess; next: number } = { next: 1 };
  const kept = new Map<string, Promise<Session>>();
  const turns = turnsOf(asksAtOnce);

  const running = (): ColumnProcess => {
    if (!state.process?.isAlive()) {
      kept.clear();
      state.process = openProcess(module);
    }
    return state.process;
  };

  const open = async (folder: string): Promise<Session> => {
    const inside = path.relative(root, folder);
    if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside))
      throw new Error('A session is of a folder below the archive');
    const child = running();
    const session = (state.next += 1);
    await child.send({ what: 'open', session, folder, ...reading });
    return {
      run: (...statements) => child.send({ what: 'run', session, statements }),
      close: async () => {
        if (child.isAlive()) await child.send({ what: 'close', session });
      },
    };
  };

  const keptSession = (folder: string): Promise<Session> => {
    running();
    const known = kept.get(folder);
    const session = known ?? open(folder);
    // The one asked last is the last to be closed.
    kept.delete(folder);
    kept.set(folder, session);
    session.catch(() => kept.delete(folder));
    return session;
  };

  const closeOldest = async (): Promise<void> => {
    const [oldest] = kept;
    if (!oldest || kept.size <= keptAtMost) return;
    kept.delete(oldest[0]);
    await (await oldest[1]).close();
  };

  return {
    root,
    log,
    start: async () => {
      const folders = await readdir(root).catch(() => []);
      if (folders.length > 0) running();
    },
    open,
    ask: (folder, statement) =>
      turns(async () => {
        const session = await keptSession(folder);
        const rows = await session.run(statement);
        await closeOldest();
        return rows;
      }),
    close: async () => {
      await state.process?.end();
    },
  };
}

/** Returns what lets at most `most` pieces of work run at a time, in their order. */
function turnsOf(most: number) {
  const waiting: (() => void)[] = [];
  const count = { running: 0 };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (count.running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else count.running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else count.running -= 1;
    }
  };
}
