import { describe, expect, it } from 'vitest';
import { CodedBody } from './coded-body';
import { compress, decompress } from './compress';
import { chooseCoding, compressions, etagIn, matchingTag } from './content-coding';

const [best] = compressions;

describe('the coding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['deflate', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['gzip;q=0, *', best],
    ['*;q=0', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['gzip;q=nonsense', 'identity'],
    ['gzip, deflate, br, zstd', best],
  ])('for Accept-Encoding %s is %s', (acceptEncoding, coding) => {
    expect(chooseCoding(acceptEncoding)).toBe(coding);
    expect(chooseCoding(acceptEncoding)).toBe(coding);
  });

  it('is right after a thousand other values, none of which is kept', () => {
    for (let n = 0; n < 1000; n += 1) chooseCoding(`br;q=0.${n}`);
    expect(chooseCoding('br;q=0, gzip;q=0.123')).toBe('gzip');
  });
});

describe('the ETag of an answer', () => {
  it('differs from coding to coding, and each of them names the answer', () => {
    const tags = [etagIn('"5-ab"', 'identity'), ...compressions.map((coding) => etagIn('"5-ab"', coding))];
    expect(new Set(tags).size).toBe(tags.length);
    for (const tag of tags) expect(matchingTag(`"x", W/${tag}`, '"5-ab"')).toBe(tag);
    expect(matchingTag('*', '"5-ab"')).toBe('"5-ab"');
    for (const other of [undefined, '"5-a"', '"5-ab-lz"', '"6-ab-br"'])
      expect(matchingTag(other, '"5-ab"')).toBeNull();
  });
});

describe('a body', () => {
  const bytes = new TextEncoder().encode('Cinnamon bun 4.50 €\n'.repeat(500));
  const codings = [...compressions, 'identity'] as const;

  it.each(codings)('in %s is read back to the byte, also a large one', async (coding) => {
    for (const body of [bytes, new Uint8Array(Buffer.concat(Array<Uint8Array>(120).fill(bytes)))]) {
      const coded = await compress(body, coding);
      expect(Buffer.from(await decompress(coded, coding)).equals(body)).toBe(true);
      if (coding !== 'identity') expect(coded.byteLength).toBeLessThan(body.byteLength / 10);
    }
  });

  it.each(codings)('kept in %s is given in each other coding, made once for all who wait', async (coding) => {
    const body = new CodedBody(await compress(bytes, coding), coding);
    for (const other of codings) {
      const [one, two] = await Promise.all([body.in(other), body.in(other)]);
      expect(one).toBe(two);
      expect(Buffer.from(await decompress(one, other)).equals(bytes)).toBe(true);
      expect(body.get(other)).toBe(one);
    }
    expect(body.size).toBeGreaterThan(bytes.byteLength);
  });
});
