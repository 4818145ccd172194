import { compress, decompress, type Bytes } from './compress';
import type { ContentCoding } from './content-coding';

/**
 * A body that is kept, in each coding in which it was sent. Another one is made from these when it is first asked for,
 * once for all who wait for it.
 */
export class CodedBody {
  readonly #made = new Map<ContentCoding, Bytes>();
  readonly #making = new Map<ContentCoding, Promise<Bytes>>();

  constructor(bytes: Bytes, coding: ContentCoding) {
    this.#made.set(coding, bytes);
  }

  /** The bytes that it takes, in all of its codings. */
  get size(): number {
    let size = 0;
    for (const bytes of this.#made.values()) size += bytes.byteLength;
    return size;
  }

  /** Returns it in a coding, or null if it was not asked for in that before. */
  get(coding: ContentCoding): Bytes | null {
    return this.#made.get(coding) ?? null;
  }

  /** Returns it in a coding. */
  async in(coding: ContentCoding): Promise<Bytes> {
    const made = this.#made.get(coding);
    if (made) return made;
    const making = this.#making.get(coding) ?? this.#make(coding);
    this.#making.set(coding, making);
    try {
      return await making;
    } finally {
      this.#making.delete(coding);
    }
  }

  async #make(coding: ContentCoding): Promise<Bytes> {
    const [first] = this.#made;
    if (!first) throw new Error('A body has bytes in some coding');
    const [from, bytes] = first;
    const made = await compress(await decompress(bytes, from), coding);
    this.#made.set(coding, made);
    return made;
  }
}
