import type { ListAnswer } from './client';
import type { Row } from './screen';

/** How many pages are read at the same time (design 6). */
const atOnce = 6;

/**
 * Reads a list whole: the first page, then the rest concurrently (interface 4.6, rule 2). What size a
 * page has is believed from the answer, since a service may send fewer than were asked for.
 */
export async function wholeList(
  ask: (page: number) => Promise<ListAnswer<Row>>,
  progress: (come: number, total: number) => void = () => {},
): Promise<readonly Row[]> {
  const first = await ask(1);
  const pages = Math.ceil(first.total / Math.max(1, first.pageSize));
  const parts: (readonly Row[])[] = [first.rows];
  let come = first.rows.length;
  progress(come, first.total);
  const numbers = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2).values();
  const read = async () => {
    for (const page of numbers) {
      const { rows } = await ask(page);
      parts[page - 1] = rows;
      come += rows.length;
      progress(come, first.total);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, read));
  return parts.flat();
}
