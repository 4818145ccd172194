import type { Client, Connection } from 'pg';
import { endsConnection } from '../../db/outage';

/** The parts of pg's connection that COPY needs, which its types omit. */
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

/** A query object in the form that pg calls: pg itself does not support COPY. */
abstract class Copy {
  protected connection: CopyConnection | null = null;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: Connection): void {
    // The connection is pg's own; its types declare less than it has.
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
    // Copied, because pg reuses its buffer.
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
    // The first error is the cause; PostgreSQL's answer to CopyFail says less.
    this.#error ??= error;
    // After any error except a lost connection, the server is ready for the next query.
    if (endsConnection(error)) this.#reject(this.#error);
  }

  override handleReadyForQuery(): void {
    if (this.#error) this.#reject(this.#error);
    else this.#resolve();
  }
}

/** Waits until the stream accepts more, or is closed. */
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

/** Yields the rows of a `COPY … TO STDOUT` in blocks of whole rows, with back-pressure. */
export const copyOut = (client: Client, text: string): AsyncGenerator<Buffer> =>
  client.query(new CopyOut(text)).read();

/** Runs a `COPY … FROM STDIN` with rows as `copyOut` yields them. */
export const copyIn = (client: Client, text: string, rows: AsyncIterable<Uint8Array>): Promise<void> =>
  client.query(new CopyIn(text, rows)).done;
