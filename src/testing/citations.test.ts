import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

/** A citation of a document in a source file: `docs/interface.md#46-pagination`. */
interface Citation {
  readonly in: string;
  readonly file: string;
  readonly anchor: string | undefined;
}

/** Returns the anchors of a Markdown document: those that GitHub generates for headings, and explicit ones. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
const files = tracked.filter((name) => /\.(?:[cm]?[jt]sx?|css|html|md|sql)$/.test(name) && existsSync(name));
const citations = (
  await Promise.all(
    files.map(async (name) => {
      const text = await readFile(name, 'utf8');
      const cited = /(?<![\w/.-])(docs\/[\w/.-]+\.md)(?:#([\p{L}\p{N}_-]+))?/gu;
      const linked = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
      return [
        ...[...text.matchAll(cited)].map(([, file = '', anchor]): Citation => ({ in: name, file, anchor })),
        ...(name.endsWith('.md')
          ? [...text.matchAll(linked)].map(([, to = '', anchor]): Citation => ({
              in: name,
              file: to === '' ? name : path.posix.join(path.posix.dirname(name), to),
              anchor,
            }))
          : []),
      ];
    }),
  )
).flat();

it('every document and heading that code, tests or documents cite is there', async () => {
  expect(citations.length).toBeGreaterThan(150);
  const faults = await Promise.all(
    citations.map(async ({ in: name, file, anchor }) => {
      if (!existsSync(file)) return [`${name}: ${file} is not there`];
      if (anchor === undefined || !file.endsWith('.md')) return [];
      return anchorsOf(await readFile(file, 'utf8')).has(anchor)
        ? []
        : [`${name}: ${file} has no #${anchor}`];
    }),
  );
  expect(faults.flat()).toEqual([]);
});

it('nothing cites a section by its number alone, which nobody can follow', async () => {
  const bare =
    /\b(?:interface|design|report|security)(?:\.md)?,? (?:section |row )?\d+(?:\.\d+)?\b(?! of| receipts)/i;
  const faults = await Promise.all(
    files
      .filter(
        (name) =>
          /^(?:src|e2e|scripts)\/.*\.(?:tsx?|mjs|css)$/.test(name) && !name.endsWith('citations.test.ts'),
      )
      .map(async (name) =>
        (await readFile(name, 'utf8'))
          .split('\n')
          .flatMap((line, at) =>
            /^\s*(?:\*|\/\*|\/\/)/.test(line) && bare.test(line) ? [`${name}:${at + 1} ${line}`] : [],
          ),
      ),
  );
  expect(faults.flat()).toEqual([]);
});

/** What is no file of the repository: examples of how one is named, and a package. */
const exempt = /^(?:src\/resources\/unit\/.+|src\/server\/db\/migrations\/YYYY-.+|big\.js)$/;
/** The folders of the repository whose paths are whole; any other path is the end of one. */
const isWhole = /^(?:src|e2e|scripts|docs|deploy)\//;

it('every file that a document names in backticks is there, and a short path is the end of one', async () => {
  const name =
    /`((?:[\w-]+\/)*[\w.*-]+\.(?:[cm]?[jt]sx?|css|sql|md|py)|(?:src|e2e|scripts|docs|deploy)\/[\w./-]*)`/g;
  const documents = files.filter((file) => /^(?:README|CONTRIBUTING|docs\/.+)\.md$/.test(file));
  const named = await Promise.all(
    documents.map(async (document) =>
      [...(await readFile(document, 'utf8')).matchAll(name)].map(([, file = '']) => ({ document, file })),
    ),
  );
  const isThere = (file: string): boolean => {
    if (!file.includes('*'))
      return existsSync(file) || (!isWhole.test(file) && tracked.some((one) => one.endsWith(`/${file}`)));
    const pattern = new RegExp(`(?:^|/)${file.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    return tracked.some((one) => pattern.test(one));
  };
  const all = named.flat();
  expect(all.length).toBeGreaterThan(150);
  const faults = all.filter(({ file }) => !exempt.test(file) && !isThere(file));
  expect(faults.map(({ document, file }) => `${document}: ${file} is not there`)).toEqual([]);
});
