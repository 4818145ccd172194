import path from 'node:path';
import { expect, it } from 'vitest';
import { readSources, type Source } from './architecture';

const src = path.join(import.meta.dirname, '..');
const texts = /(?:texts|\/en|text-en|sentence-en)\.ts$|screen\.tsx?$/;
const entry = /^\s+(?:'([^'\n]+)'|([a-z]\w*)):(?:[ ]|\n\s+)['"`]/gm;
const definition = /^\s+(?:'[^'\n]+'|[a-z]\w*):(?=\s)/gm;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns the English part of a file: its `en: { … }`, or the whole file if it has nothing but texts. */
const englishOf = ({ path: name, text }: Source): string =>
  /\n(\s*)en: \{([\s\S]*?)\n\1\}/.exec(text)?.[2] ?? (name.includes('screen.') ? '' : text);

/**
 * Returns the texts that nothing uses, as `file key`, one per line. A key counts as used if it occurs as a literal or
 * member, if a template begins like it (`type=${value}`), or if it is the name of a contract's field, which it
 * labels.
 */
function unusedTexts(sources: readonly Source[]): string[] {
  const code = sources.map(({ text }) => text.replaceAll(definition, '')).join('\n');
  const beginnings = new Set([...code.matchAll(/`([\w.=]{2,})\$\{/g)].map(([, beginning = '']) => beginning));
  const fields = sources
    .filter(({ path: name }) => /contract\.ts$|^contract\//.test(name))
    .map(({ text }) => text)
    .join('\n');
  return sources
    .filter(({ path: name }) => texts.test(name))
    .flatMap((source) =>
      [...englishOf(source).matchAll(entry)].map(([, quoted, plain]) => ({
        name: source.path,
        key: quoted ?? plain ?? '',
      })),
    )
    .filter(({ key }) => {
      const base = key.replace(/_(?:zero|one|other)$/, '');
      const literal = escaped(base);
      const field = escaped(base.split('.').at(-1)?.replace(/=.*/, '') ?? '');
      return (
        [...beginnings].every((beginning) => !base.startsWith(beginning)) &&
        !new RegExp(`['"\`]${literal}['"\`]`).test(code) &&
        (base.includes('.') || !new RegExp(`\\.${literal}\\b`).test(code)) &&
        !new RegExp(`^\\s+${field}\\??:`, 'm').test(fields)
      );
    })
    .map(({ name, key }) => `${name} ${key}`);
}

const product = (await readSources(src)).filter(
  ({ path: name }) => !/\.test\.tsx?$|^(?:testing|conformance|demo)\//.test(name),
);

it('every text that a person may read is asked for somewhere', () => {
  expect(unusedTexts(product)).toEqual([]);
});

it('a text that nothing asks for is found', () => {
  const page = {
    path: 'app/page-texts.ts',
    text: `const en = {\n  'page.gone': 'Gone',\n  'page.here': 'Here',\n};`,
  };
  const screen = { path: 'app/page.tsx', text: `say('page.here')` };
  expect(unusedTexts([page, screen])).toEqual(['app/page-texts.ts page.gone']);
});
