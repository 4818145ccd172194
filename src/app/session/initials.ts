/** Returns the first letters of the first and the last word: "AL". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => (word ?? '').slice(0, 1).toUpperCase()).join('');
}
