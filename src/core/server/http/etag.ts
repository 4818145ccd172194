import { createHash } from 'node:crypto';
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

/** Returns whether `If-None-Match` names the answer that would be sent (RFC 9110, 13.1.2). */
export const notModified = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
