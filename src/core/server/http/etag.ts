import { createHash } from 'node:crypto';
import { badRequest } from './problems';

/**
 * The strong ETag of an entity (docs/design.md#concurrency): its version, and a mark of the answer itself,
 * since computed fields may change while the version stands. `If-Match` compares the version alone.
 */
export const etagOf = (version: number, entity: string): string =>
  `"${version}-${createHash('sha1').update(entity).digest('base64url').slice(0, 10)}"`;

/** What `If-Match` asks of the record: any version of it, or one of these. */
export type IfMatch = 'any' | readonly number[];

const tag = String.raw`(?:W/)?"[^"]*"`;
const tags = new RegExp(`^${tag}(?:\\s*,\\s*${tag})*$`);

/**
 * Reads `If-Match` (RFC 9110, 13.1.1); null where it is absent. A weak ETag, or one that is not ours,
 * matches nothing.
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

/** Whether `If-None-Match` names the answer that would be sent (RFC 9110, 13.1.2). */
export const notModified = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
