import { createHash } from 'node:crypto';
import { matchingTag } from './compression/content-coding';
import { badRequest } from './problems';

/**
 * Returns the strong ETag of an entity (docs/design.md#concurrency): its version and a hash of the answer, because
 * computed fields may change while the version stays. `If-Match` compares the version alone.
 */
export const etagOf = (version: number, entity: string): string =>
  `"${version}-${createHash('sha1').update(entity).digest('base64url').slice(0, 10)}"`;

/** The versions that `If-Match` accepts: any, or one of these. */
export type IfMatch = 'any' | readonly number[];

const tag = String.raw`(?:W/)?"[^"]*"`;
const tags = new RegExp(`^${tag}(?:\\s*,\\s*${tag})*$`);

/**
 * Parses `If-Match` (RFC 9110, 13.1.1); null if absent. A weak ETag, or one of another server, matches nothing.
 *
 * @throws 400 for what is no ETag at all.
 */
export function readIfMatch(header: string | undefined): IfMatch | null {
  if (header === undefined) return null;
  const value = header.trim();
  if (value === '*') return 'any';
  if (!tags.test(value)) {
    throw badRequest('invalid_if_match', 'If-Match takes the ETag of the record as it was read');
  }
  return [...value.matchAll(/(?:^|[\s,])"(\d{1,9})(?:-[\w-]*)?"/g)].map(([, version]) => Number(version));
}

/**
 * Returns the 304 for a client that has the answer in some coding, or null (RFC 9110, 13.1.2). It repeats the client's
 * own tag: the body that it kept may be in another coding than the one it accepts now.
 */
export function unmodified(ifNoneMatch: string | undefined, etag: string): Response | null {
  const tag = matchingTag(ifNoneMatch, etag);
  return tag === null ? null : new Response(null, { status: 304, headers: { ETag: tag } });
}
