/** A piece of text; `changed` if the other text differs here. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

const maxTokens = 600;

/**
 * Splits the second text into pieces and marks the words that the first does not have at that place. Very long
 * texts are one piece.
 */
export function diffWords(first: string, second: string): Piece[] {
  const before = words(first);
  const after = words(second);
  if (before.length > maxTokens || after.length > maxTokens)
    return [{ text: second, changed: first !== second }];
  const common = commonWords(before, after);
  return joined(after.map((text, index) => ({ text, changed: text.trim() !== '' && !common.has(index) })));
}

const words = (text: string): string[] => text.split(/(\s+)/).filter((word) => word !== '');

/** Returns the indexes in `after` of a longest common subsequence with `before`. */
function commonWords(before: readonly string[], after: readonly string[]): Set<number> {
  const lengths = before.map(() => new Uint16Array(after.length + 1));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    const row = lengths[i];
    if (!row) continue;
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] =
        before[i] === after[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const indexes = new Set<number>();
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) {
      indexes.add(j);
      i++;
      j++;
    } else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return indexes;
}

/** Joins adjacent pieces of the same kind; the space between two changed words belongs to the change. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const isSpace = piece.text.trim() === '';
    const changed = isSpace
      ? Boolean(pieces[index - 1]?.changed && pieces[index + 1]?.changed)
      : piece.changed;
    const last = result.at(-1);
    if (last && last.changed === changed) result.splice(-1, 1, { text: last.text + piece.text, changed });
    else result.push({ text: piece.text, changed });
  }
  return result;
}

/** Returns a text as it stands within a sentence: "today 09:30". */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
