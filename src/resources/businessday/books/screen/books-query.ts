import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@/core/app/data/client';
import { booksSchema, type BookFormat, type BooksAnswer } from '../schema';

const path = '/api/secure/report/books';

/** Query options for what each format lacks, and which files were written before (docs/books.md). */
export const booksQuery = (client: Client, days: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['businessday', 'books', days],
    queryFn: async ({ signal }): Promise<BooksAnswer> =>
      booksSchema.parse(await client.json(`${path}?${new URLSearchParams(days).toString()}`, signal)),
  });

/** Has the service write a file, and returns its bytes. */
export async function fetchBook(
  client: Client,
  days: Readonly<Record<string, string>>,
  of: { readonly format: BookFormat; readonly language: string },
): Promise<Blob> {
  const query = new URLSearchParams({ ...days, ...of }).toString();
  const stream = await client.stream(`${path}?${query}`, {}, new AbortController().signal);
  return new Response(stream).blob();
}
