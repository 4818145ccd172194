import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'ts5';

/**
 * @typedef {'guard' | 'condition' | 'operator' | 'await' | 'sql' | 'labels'} Kind
 * @typedef {{ from: number, to: number, put: string }} Edit
 * @typedef {{ kind: Kind, file: string, line: number, from: number, to: number, statement: boolean, onLoad: boolean, edits: Edit[], was: string, becomes: string }} Fault
 *   `file` below `src`; `from` and `to` enclose the expression or statement that has to be reached; `onLoad`: it is reached when its
 *   module is loaded
 */

/** @type {readonly Kind[]} */
export const kinds = ['guard', 'condition', 'operator', 'await', 'sql', 'labels'];

/** What is no part of the product, or is not written to be run. */
const left = /\.test\.tsx?$|\.d\.ts$|^(?:testing|conformance|demo)\/|released\.json$/;
const labelled = /(?:texts?(?:-\w+)?|fi|en|screen)\.tsx?$/;

/** @type {Readonly<Record<string, string>>} */
const turned = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '??': '&&',
};

/** Returns every place of the product where a fault can be planted. @param {string} src @returns {Promise<Fault[]>} */
export async function findPlaces(src) {
  const names = (await readdir(src, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !left.test(name),
  );
  const all = await Promise.all(
    names.toSorted().map(async (name) => placesIn(name, await readFile(path.join(src, name), 'utf8'))),
  );
  return all.flat();
}

/** @param {string} file @param {string} text @returns {Fault[]} */
function placesIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Fault[]} */
  const found = [];
  /** @param {Kind} kind @param {ts.Node} node @param {Edit[]} edits @param {boolean} [statement] */
  const add = (kind, node, edits, statement = false) => {
    const from = node.getStart(source);
    const [first] = edits;
    if (!first) return;
    const last = edits.at(-1) ?? first;
    found.push({
      kind,
      file,
      line: source.getLineAndCharacterOfPosition(first.from).line + 1,
      from,
      to: node.getEnd(),
      statement,
      onLoad: !ts.findAncestor(node, ts.isFunctionLike),
      edits,
      was: text.slice(first.from, last.to),
      becomes: edited(text.slice(first.from, last.to), edits, first.from),
    });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isIfStatement(node) && !node.elseStatement && isExit(node.thenStatement))
      add('guard', node, [{ from: node.getStart(source), to: node.getEnd(), put: ';' }], true);
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(source);
      if (operator === '&&' || operator === '||')
        add('condition', node, [{ from: node.left.getEnd(), to: node.getEnd(), put: '' }]);
      const put = turned[operator];
      const isText = ts.isStringLiteralLike(node.left) || ts.isStringLiteralLike(node.right);
      if (put && !(operator === '+' && isText))
        add('operator', node, [
          { from: node.operatorToken.getStart(source), to: node.operatorToken.getEnd(), put },
        ]);
    }
    if (ts.isAwaitExpression(node) && ts.isExpressionStatement(node.parent))
      add('await', node, [
        { from: node.getStart(source), to: node.expression.getStart(source), put: 'void ' },
      ]);
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) addSql(node);
    if (labelled.test(file) && ts.isObjectLiteralExpression(node)) addLabels(node);
    ts.forEachChild(node, visit);
  };
  /** One condition of a WHERE, up to the next, with what stands in `${}` in it. @param {ts.TemplateLiteral} node */
  const addSql = (node) => {
    const start = node.getStart(source);
    const whole = text.slice(start, node.getEnd());
    const holes = whole.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, (hole) => '\0'.repeat(hole.length));
    const condition = /\band ([\w."]+ (?:=|<>|<=?|>=?) [^\n()]*?)(?=\band\b|\n|\)|;|`|\border by\b|$)/g;
    for (const match of holes.matchAll(condition)) {
      const from = start + match.index;
      const to = from + match[0].trimEnd().length;
      if (ts.isTaggedTemplateExpression(node.parent)) add('sql', node.parent, [{ from, to: to, put: '' }]);
      else add('sql', node, [{ from, to, put: '' }]);
    }
  };
  /** Two neighbours with texts. @param {ts.ObjectLiteralExpression} node */
  const addLabels = (node) => {
    const texts = node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)
        ? [property.initializer]
        : [],
    );
    for (const [at, one] of texts.entries()) {
      const next = texts[at + 1];
      if (!next || one.text === next.text) continue;
      add('labels', node, [
        { from: one.getStart(source), to: one.getEnd(), put: next.getText(source) },
        { from: next.getStart(source), to: next.getEnd(), put: one.getText(source) },
      ]);
    }
  };
  visit(source);
  return found;
}

/** @param {ts.Statement} statement */
const isExit = (statement) => {
  const [only, more] = ts.isBlock(statement) ? statement.statements : [statement];
  return (
    only !== undefined && more === undefined && (ts.isReturnStatement(only) || ts.isThrowStatement(only))
  );
};

/** Returns a text with edits made, whose places count from `origin`. @param {string} text @param {Edit[]} edits @param {number} [origin] */
export const edited = (text, edits, origin = 0) =>
  edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((now, { from, to, put }) => now.slice(0, from - origin) + put + now.slice(to - origin), text);

/**
 * Returns a file with a call at each of these places, which says that a test has reached it.
 *
 * @param {string} text
 * @param {readonly (Fault & { number: number })[]} faults
 */
export function watched(text, faults) {
  const edits = faults.flatMap(({ from, to, statement, number }) =>
    statement
      ? [{ from, to: from, put: `globalThis.reachedPlace?.(${number});` }]
      : [
          { from, to: from, put: `(globalThis.reachedPlace?.(${number}), ` },
          { from: to, to, put: ')' },
        ],
  );
  return edited(text, edits);
}

/** Picks as many of each kind as there are kinds to share them, by chance of a seed. @param {Fault[]} places @param {number} count @param {number} seed */
export function pick(places, count, seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return kinds
    .flatMap((kind, at) => {
      const of = places.filter((place) => place.kind === kind);
      const share = Math.floor(count / kinds.length) + (at < count % kinds.length ? 1 : 0);
      return Array.from({ length: Math.min(share, of.length) }, () =>
        of.splice(Math.floor(next() * of.length), 1),
      ).flat();
    })
    .map((fault, number) => ({ ...fault, number }));
}
