import { createHash } from 'node:crypto';
import { badRequest } from './problems';

/**
 * The strong ETag of an entity (design 5, Concurrency): its version, and a mark of the answer itself,
 * since computed fields may change while the version stands. `If-Match` compares the version alone.
 */
export const etagOf = (version: number, entity: string): string =>
  `"${version}-${createHash('sha1').update(entity).digest('base64url').slice(0, 10)}"`;

/**
 * The version that `If-Match` asks for, or null where the header is absent or `*`.
 *
 * @throws 400 for what is no ETag of ours.
 */
export function ifMatchVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^"(\d{1,9})(?:-[\w-]*)?"$/.exec(header.trim())?.[1];
  if (version === undefined) {
    throw badRequest('invalid_if_match', 'If-Match takes the ETag of the record as it was read');
  }
  return Number(version);
}

/** Whether `If-None-Match` names the answer that would be sent. */
export const notModified = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
