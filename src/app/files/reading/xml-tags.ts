import { UnreadableFile } from './zip';

/** A tag of an XML text, and the text in front of it. Names have no prefix: `<x:row>` is `row`. */
export interface XmlTag {
  readonly before: string;
  readonly name: string;
  readonly isEnd: boolean;
  /** `<c/>`: begins and ends. */
  readonly isEmpty: boolean;
  readonly attributes: string;
}

/**
 * Reads the tags of an XML text that comes in chunks. Comments and declarations are left out, and a section of
 * character data is text. Sheets need no more of XML, and entities of a document's own are never expanded.
 */
export async function* tagsOf(chunks: AsyncIterable<string>): AsyncGenerator<XmlTag[]> {
  let rest = '';
  let text = '';
  for await (const chunk of chunks) {
    rest += chunk;
    const tags: XmlTag[] = [];
    let at = 0;
    for (;;) {
      const open = rest.indexOf('<', at);
      if (open < 0) break;
      if (rest.startsWith('<!--', open) || rest.startsWith('<![CDATA[', open)) {
        const isComment = rest.startsWith('<!--', open);
        const close = rest.indexOf(isComment ? '-->' : ']]>', open);
        if (close < 0) break;
        text += unescaped(rest.slice(at, open)) + (isComment ? '' : rest.slice(open + 9, close));
        at = close + 3;
        continue;
      }
      const close = closeOf(rest, open);
      if (close < 0) break;
      text += unescaped(rest.slice(at, open));
      at = close + 1;
      const sign = rest.charCodeAt(open + 1);
      if (sign === question || sign === exclamation) continue;
      tags.push(tagOf(rest.slice(open + 1, close), text));
      text = '';
    }
    rest = rest.slice(at);
    if (rest.length > longestText || text.length > longestText) throw new UnreadableFile('tooLarge');
    if (tags.length > 0) yield tags;
  }
}

const question = 63;
const exclamation = 33;

/** Longest tag, and longest text without a tag, that a sheet may have: its longest cell has 32,767 characters. */
const longestTag = 100_000;
const longestText = 1 << 22;

/** Returns where a tag ends; a ">" in a value of an attribute is none. Each character is looked at once. */
function closeOf(text: string, open: number): number {
  let quote = 0;
  const end = Math.min(text.length, open + longestTag);
  for (let at = open + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  if (end === open + longestTag) throw new UnreadableFile('damaged');
  return -1;
}

function tagOf(inner: string, before: string): XmlTag {
  const isEnd = inner.startsWith('/');
  const isEmpty = inner.endsWith('/');
  const body = inner.slice(isEnd ? 1 : 0, isEmpty ? -1 : undefined);
  const space = body.search(/\s/);
  const full = space < 0 ? body : body.slice(0, space);
  const colon = full.indexOf(':');
  return {
    before,
    name: colon < 0 ? full : full.slice(colon + 1),
    isEnd,
    isEmpty,
    attributes: space < 0 ? '' : body.slice(space),
  };
}

/** Returns the value of an attribute of a tag, or undefined. */
export function attributeOf({ attributes }: XmlTag, name: string): string | undefined {
  const found = new RegExp(String.raw`\s(?:\w+:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescaped(value);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
        (all: string, hex?: string, code?: string, name?: string) => {
          const point = hex === undefined ? Number(code) : Number.parseInt(hex, 16);
          if (name !== undefined) return named[name] ?? all;
          return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : all;
        },
      )
    : text;
