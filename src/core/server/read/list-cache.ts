/** A list's answer as bytes, and the mark of the revisions under which it was made. */
export interface CachedList {
  readonly mark: string;
  readonly etag: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers by question: who asks for which company, and what. */
export interface ListCache<Question extends string = string> {
  /** Whether there is an answer, of whatever mark. */
  has(question: Question): boolean;
  /** The answer, if it was made under this mark. */
  find(question: Question, mark: string): CachedList | null;
  keep(question: Question, answer: CachedList): void;
  /** Bytes held now. */
  readonly size: number;
}

/** What an entry takes beside its body and its question. */
const overhead = 500;

/**
 * Keeps answers in at most `limit` bytes of memory; those not asked for longest go first, and one that would
 * take more than an eighth of it is not kept.
 */
export function createListCache<Question extends string = string>(limit: number): ListCache<Question> {
  const kept = new Map<Question, CachedList>();
  let size = 0;
  const weight = (question: Question, { body }: CachedList) =>
    body.byteLength + 2 * question.length + overhead;
  const drop = (question: Question) => {
    const old = kept.get(question);
    if (!old) return;
    kept.delete(question);
    size -= weight(question, old);
  };
  return {
    get size() {
      return size;
    },
    has: (question) => kept.has(question),
    find(question, mark) {
      const found = kept.get(question);
      if (!found) return null;
      if (found.mark !== mark) {
        drop(question);
        return null;
      }
      // A Map goes by order of insertion: the one just used becomes the last to go.
      kept.delete(question);
      kept.set(question, found);
      return found;
    },
    keep(question, answer) {
      drop(question);
      const added = weight(question, answer);
      if (added > limit / 8) return;
      size += added;
      kept.set(question, answer);
      for (const oldest of kept.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
  };
}
