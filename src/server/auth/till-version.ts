/** Characters of a version that are kept; lists show less. */
const most = 100;

/**
 * Returns what a till says of its own version as one line of visible text, which pages and lists show as it is; null where nothing is left.
 * It refuses nothing: a till is not kept from selling by its version.
 */
export function tillVersion(said: string | null | undefined): string | null {
  const line = (said ?? '').replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, most).join('').trim() || null;
}
