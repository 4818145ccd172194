import zlib from 'node:zlib';

/** A content coding of HTTP (RFC 9110, 8.4.1); `identity` is none. */
export type ContentCoding = Compression | 'identity';
export type Compression = 'zstd' | 'br' | 'gzip';

/** The codings that this Node has, the best first: zstd came with Node 22.15. */
export const compressions: readonly Compression[] =
  'createZstdCompress' in zlib ? ['zstd', 'br', 'gzip'] : ['br', 'gzip'];

/**
 * Returns the coding for a client by its `Accept-Encoding` (RFC 9110, 12.5.3): the one with the highest weight, of equal
 * ones the best. Without the header, or if it names none that we have, the body is sent as it is: a client that refuses
 * even that would get 406, which helps nobody.
 */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding {
  if (!acceptEncoding) return 'identity';
  const known = choices.get(acceptEncoding);
  if (known) return known;
  const chosen = heaviest(weights(acceptEncoding));
  if (choices.size < mostChoices) choices.set(acceptEncoding, chosen);
  return chosen;
}

/** Chosen before; browsers send a handful of values, and of the rest none is kept. */
const choices = new Map<string, ContentCoding>();
const mostChoices = 100;

function heaviest(weightOf: ReadonlyMap<string, number>): ContentCoding {
  let chosen: ContentCoding = 'identity';
  // A client that gives identity a weight prefers it to what weighs less.
  let most = weightOf.get('identity') ?? 0;
  for (const coding of compressions) {
    const weight = weightOf.get(coding) ?? weightOf.get('*') ?? 0;
    if (weight > most || (weight === most && weight > 0 && chosen === 'identity')) {
      chosen = coding;
      most = weight;
    }
  }
  return chosen;
}

function weights(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name.replace(/^x-/, ''), weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}

/**
 * Returns the strong ETag of a body in a coding: other bytes, another tag (RFC 9110, 8.8.3.3). `"5-ab"` becomes
 * `"5-ab-br"`; a weak one stays.
 */
export const etagIn = (etag: string, coding: ContentCoding): string =>
  coding === 'identity' || etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}-${coding}"`;

/**
 * Returns the tag of `If-None-Match` that names the answer in some coding, or null (RFC 9110, 13.1.2).
 */
export function matchingTag(ifNoneMatch: string | undefined, etag: string): string | null {
  if (ifNoneMatch === undefined) return null;
  if (ifNoneMatch.trim() === '*') return etag;
  const ours = [etag, ...allCompressions.map((coding) => etagIn(etag, coding))];
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return ours.find((one) => tags.includes(one)) ?? null;
}

/** Those of other processes too, which may run on another version of Node. */
const allCompressions: readonly Compression[] = ['zstd', 'br', 'gzip'];
