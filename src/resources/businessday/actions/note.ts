/** The note of a day with one more sentence below what stands there; the sentence alone says why it was changed. */
export function noteWith(note: unknown, sentence: string): string {
  const before = typeof note === 'string' ? note.trim() : '';
  return [before, sentence.trim()].filter((part) => part !== '').join('\n');
}
