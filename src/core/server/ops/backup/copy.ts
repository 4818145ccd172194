import type { Client, Connection } from 'pg';
import { endsConnection } from '../../db/outage';

/** What of pg's connection COPY needs; its types leave it out. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  readonly stream: {
    pause(): void;
    resume(): void;
    readonly writable: boolean;
    writableNeedDrain: boolean;
    once(event: 'drain' | 'close', then: () => void): void;
    off(event: 'drain' | 'close', then: () => void): void;
  };
}

/** A query of its own kind, as pg calls it: COPY is none of those that it brings. */
abstract class Copy {
  protected connection: CopyConnection | null = null;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: Connection): void {
    // The connection is pg's own, whole; its types name less than it has.
    this.connection = connection as unknown as CopyConnection;
    this.connection.query(this.#text);
  }

  abstract handleError(error: Error): void;
  abstract handleReadyForQuery(): void;
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(_message: { chunk: Buffer }): void {}
  handleCopyInResponse(): void {}
}

const readAhead = 1024 * 1024;

class CopyOut extends Copy {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #error: Error | null = null;
  #ended = false;
  #wake = () => {};

  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The buffer is pg's, and is written over by what comes next.
    this.#chunks.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes > readAhead) this.connection?.stream.pause();
    this.#wake();
  }

  override handleError(error: Error): void {
    this.#error = error;
    this.#wake();
  }

  override handleReadyForQuery(): void {
    this.#ended = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#chunks.length > 0) {
        const block = Buffer.concat(this.#chunks);
        this.#chunks = [];
        this.#bytes = 0;
        this.connection?.stream.resume();
        yield block;
      } else if (this.#error) throw this.#error;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

class CopyIn extends Copy {
  readonly done: Promise<void>;
  #resolve = () => {};
  #reject = (_error: Error) => {};
  #error: Error | null = null;
  readonly #rows: AsyncIterable<Uint8Array>;

  constructor(text: string, rows: AsyncIterable<Uint8Array>) {
    super(text);
    this.#rows = rows;
    this.done = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  override handleCopyInResponse(): void {
    void this.#send();
  }

  async #send(): Promise<void> {
    const { connection } = this;
    if (!connection) return;
    try {
      for await (const rows of this.#rows) {
        if (this.#error || !connection.stream.writable) return;
        connection.sendCopyFromChunk(rows);
        if (connection.stream.writableNeedDrain) await drained(connection);
      }
      if (!this.#error) connection.endCopyFrom();
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('what was to be copied could not be read');
    }
  }

  override handleError(error: Error): void {
    // What made us give up says more than PostgreSQL's answer to our giving up.
    this.#error ??= error;
    // The server is ready for the next query after each error but one that ends the connection.
    if (endsConnection(error)) this.#reject(this.#error);
  }

  override handleReadyForQuery(): void {
    if (this.#error) this.#reject(this.#error);
    else this.#resolve();
  }
}

/** Waits until more can be sent, or nothing any more. */
const drained = ({ stream }: CopyConnection): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go);
      stream.off('close', go);
      resolve();
    };
    stream.once('drain', go);
    stream.once('close', go);
  });

/** The rows of a `COPY … TO STDOUT`, in blocks of whole rows, read no faster than they are taken. */
export const copyOut = (client: Client, text: string): AsyncGenerator<Buffer> =>
  client.query(new CopyOut(text)).read();

/** Carries out a `COPY … FROM STDIN` with rows as `copyOut` gives them. */
export const copyIn = (client: Client, text: string, rows: AsyncIterable<Uint8Array>): Promise<void> =>
  client.query(new CopyIn(text, rows)).done;
