import { badQuery } from './problems';

/**
 * Refuses control characters, NUL among them, in the name or value of any query parameter of any address: nobody
 * searches for one, PostgreSQL takes no NUL, and lists and logs show what was asked for.
 *
 * @throws 400 `invalid_query` that names each parameter
 */
export function refuseControlCharacters(url: string): void {
  const at = url.indexOf('?');
  // Only what is written as `%00` to `%1F`, `%7F`, or `%C2%80` to `%C2%9F` is one: most requests have none of them.
  if (at < 0 || !/%(?:[01][0-9a-f]|7f|c2)|[\p{Cc}]/iu.test(url.slice(at))) return;
  const problems = [...new URLSearchParams(url.slice(at + 1))]
    .filter(([name, value]) => /\p{Cc}/u.test(name + value))
    .map(([name]) => ({
      pointer: `?${name.replaceAll(/\p{Cc}/gu, '')}`,
      code: 'invalid_parameter',
      detail: 'Control characters are not accepted',
    }));
  if (problems.length > 0) throw badQuery(problems);
}
