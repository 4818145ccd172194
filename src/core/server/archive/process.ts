import { spawn } from 'node:child_process';
import { deserialize } from 'node:v8';
import { z } from 'zod';
// Its text, which the process runs; bundled with the service, so that it needs no file beside it.
// eslint-disable-next-line import/default
import source from './column-process.mjs?raw';

/** A statement with the texts of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly string[];
}

/** What the process is asked to do (column-process.mjs). */
type Message =
  | {
      readonly what: 'open';
      readonly session: number;
      readonly folder: string;
      readonly memory: string;
      readonly threads: number;
    }
  | { readonly what: 'run'; readonly session: number; readonly statements: readonly Statement[] }
  | { readonly what: 'close'; readonly session: number };

/** The process in which DuckDB runs. */
export interface ColumnProcess {
  readonly send: (message: Message) => Promise<readonly unknown[]>;
  readonly isAlive: () => boolean;
  readonly end: () => Promise<void>;
}

const reply = z.object({
  id: z.int(),
  piece: z.instanceof(Uint8Array).optional(),
  isLast: z.boolean().optional(),
  error: z.string().optional(),
});

const rowsSent = z.array(z.unknown());

interface Asked {
  /** What has come of the rows, serialized. */
  readonly pieces: Uint8Array[];
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the process. What was asked when it ends fails; the next question starts another one. */
export function openProcess(module: string): ColumnProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // No setting of the service's own, such as the address of its database, is handed on.
    env: { TILLHOUSE_DUCKDB: module },
    serialization: 'advanced',
  });
  const asked = new Map<number, Asked>();
  const state: { next: number; ended: boolean } = { next: 1, ended: false };
  const ready = new Promise<readonly unknown[]>((resolve, reject) =>
    asked.set(0, { pieces: [], resolve, reject }),
  );
  ready.catch(() => undefined);
  const gone = new Promise<void>((resolve) => {
    const fail = () => {
      state.ended = true;
      for (const { reject } of asked.values()) reject(new Error('The process of the archive has ended'));
      asked.clear();
      resolve();
    };
    child.once('exit', fail);
    child.once('error', fail);
  });
  child.on('message', (message) => {
    const { id, piece, isLast, error } = reply.parse(message);
    const one = asked.get(id);
    if (piece) one?.pieces.push(piece);
    if (piece && !isLast) return;
    asked.delete(id);
    if (error !== undefined) one?.reject(new Error(error));
    else one?.resolve(rowsSent.parse(deserialize(Buffer.concat(one.pieces))));
  });
  // A service that has nothing else to do may end.
  child.unref();
  child.channel?.unref();

  return {
    isAlive: () => !state.ended,
    send: async (message) => {
      child.channel?.ref();
      try {
        await ready;
        const id = (state.next += 1);
        return await new Promise((resolve, reject) => {
          asked.set(id, { pieces: [], resolve, reject });
          child.send({ id, ...message }, (error) => {
            if (!error) return;
            asked.delete(id);
            reject(error);
          });
        });
      } finally {
        if (asked.size === 0) child.channel?.unref();
      }
    },
    end: async () => {
      if (!state.ended) child.disconnect();
      await gone;
    },
  };
}
