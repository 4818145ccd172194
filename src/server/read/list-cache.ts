import type { CodedBody } from '../http/compression/coded-body';

/** A cached list answer, and the revision token under which it was made. */
export interface CachedList {
  readonly mark: string;
  readonly etag: string;
  readonly body: CodedBody;
  /** Whether it is long enough to be sent compressed. */
  readonly isCompressible: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Caches answers by question: the caller's scope and the query. */
export interface ListCache<Question extends string = string> {
  /** Returns the answer if it was made under this revision token. */
  find(question: Question, mark: string): CachedList | null;
  /** Caches an answer; again when it takes more memory than before. */
  keep(question: Question, answer: CachedList): void;
  /** The number of bytes in the cache. */
  readonly size: number;
  /** How many answers were asked for and found, and how many were not. */
  readonly asked: { readonly found: number; readonly missed: number };
}

/** Bytes that an entry takes besides its body and its question. */
const overhead = 500;

/**
 * Creates a cache of at most `limit` bytes. The least recently used answers are evicted first, and one that would
 * take more than an eighth of it is not cached.
 */
export function createListCache<Question extends string = string>(limit: number): ListCache<Question> {
  const entries = new Map<Question, CachedList & { readonly weight: number }>();
  let size = 0;
  const asked = { found: 0, missed: 0 };
  const drop = (question: Question) => {
    const old = entries.get(question);
    if (!old) return;
    entries.delete(question);
    size -= old.weight;
  };
  return {
    get size() {
      return size;
    },
    asked,
    find(question, mark) {
      const found = entries.get(question);
      if (found?.mark !== mark) {
        asked.missed += 1;
        drop(question);
        return null;
      }
      asked.found += 1;
      // A Map keeps insertion order: the entry just used becomes the last to be evicted.
      entries.delete(question);
      entries.set(question, found);
      return found;
    },
    keep(question, answer) {
      drop(question);
      const weight = answer.body.size + 2 * question.length + overhead;
      if (weight > limit / 8) return;
      size += weight;
      entries.set(question, { ...answer, weight });
      for (const oldest of entries.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
  };
}
