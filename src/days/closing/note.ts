/** Appends a sentence, such as the reason of a change, to the note of a day as a new line. */
export function noteWith(note: unknown, sentence: string): string {
  const before = typeof note === 'string' ? note.trim() : '';
  return [before, sentence.trim()].filter((part) => part !== '').join('\n');
}
