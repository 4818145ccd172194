/** A cached list answer as bytes, and the revision token under which it was made. */
export interface CachedList {
  readonly mark: string;
  readonly etag: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Caches answers by question: the caller's scope and the query. */
export interface ListCache<Question extends string = string> {
  /** Returns whether there is an answer, under any revision token. */
  has(question: Question): boolean;
  /** Returns the answer if it was made under this revision token. */
  find(question: Question, mark: string): CachedList | null;
  keep(question: Question, answer: CachedList): void;
  /** The number of bytes in the cache. */
  readonly size: number;
}

/** Bytes that an entry takes besides its body and its question. */
const overhead = 500;

/**
 * Creates a cache of at most `limit` bytes. The least recently used answers are evicted first, and one that would
 * take more than an eighth of it is not cached.
 */
export function createListCache<Question extends string = string>(limit: number): ListCache<Question> {
  const entries = new Map<Question, CachedList>();
  let size = 0;
  const weight = (question: Question, { body }: CachedList) =>
    body.byteLength + 2 * question.length + overhead;
  const drop = (question: Question) => {
    const old = entries.get(question);
    if (!old) return;
    entries.delete(question);
    size -= weight(question, old);
  };
  return {
    get size() {
      return size;
    },
    has: (question) => entries.has(question),
    find(question, mark) {
      const found = entries.get(question);
      if (!found) return null;
      if (found.mark !== mark) {
        drop(question);
        return null;
      }
      // A Map keeps insertion order: the entry just used becomes the last to be evicted.
      entries.delete(question);
      entries.set(question, found);
      return found;
    },
    keep(question, answer) {
      drop(question);
      const added = weight(question, answer);
      if (added > limit / 8) return;
      size += added;
      entries.set(question, answer);
      for (const oldest of entries.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
  };
}
