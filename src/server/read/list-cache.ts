import { LRUCache } from 'lru-cache';
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
  const answers = new LRUCache<Question, CachedList>({
    maxSize: limit,
    maxEntrySize: limit / 8,
    sizeCalculation: ({ body }, question) => body.size + 2 * question.length + overhead,
  });
  const asked = { found: 0, missed: 0 };
  return {
    get size() {
      return answers.calculatedSize;
    },
    asked,
    find(question, mark) {
      const found = answers.get(question);
      if (found?.mark === mark) {
        asked.found += 1;
        return found;
      }
      asked.missed += 1;
      answers.delete(question);
      return null;
    },
    // One that has grown too large takes the old one away.
    keep: (question, answer) => void answers.set(question, answer),
  };
}
