import { readFile } from 'node:fs/promises';
import { isNode, rewritten } from './leave-out.mjs';

/** Texts in both languages that a module declares. @typedef {{ name: string, finnish: Node }} Texts */
/** @typedef {import('./leave-out.mjs').Node} Node */

const prefix = '\0finnish:';
const later = '/src/app/i18n/later-finnish';

/** Returns whether a module belongs to the chunks that only a Finnish session loads. @param {string} id */
export const isFinnish = (id) =>
  id.startsWith(prefix) || /\/(?:resources\/[^/]+|i18n)\/fi\.ts$|\/[^/]+-fi\.ts$/.test(id);

/** Returns whether a module is the Finnish half of one of these. @param {RegExp} of @returns {(id: string) => boolean} */
export const finnishOf = (of) => (id) => isFinnish(id) && of.test(id);

/**
 * Returns the Vite plugin that keeps Finnish out of what an English session loads. Texts are declared with both languages
 * side by side, `const texts = { en: …, fi: … }`; here the Finnish half becomes a module of its own, which
 * `src/app/i18n/later-finnish.ts` loads when the session is Finnish, and whatever is loaded by `import()` waits for it.
 *
 * @returns {import('vite').Plugin}
 */
export const splitLanguages = () => ({
  name: 'split-languages',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || id.startsWith(prefix) || id.includes(`${later}.ts`)) return null;
    const tree = parsed(this, code, id);
    const texts = textsOf(tree);
    const imports = dynamicImportsOf(tree).filter(({ source }) => typeof source.value === 'string');
    if (texts.length === 0 && imports.length === 0) return null;
    const edits = [
      ...texts.map(({ name, finnish }) => ({
        start: finnish.start,
        end: finnish.end,
        text: `laterFinnish(() => import(${JSON.stringify(prefix + id)}).then((part) => part.${name}))`,
      })),
      ...imports.map(({ end }) => ({ start: end, end, text: '.then(withFinnish)' })),
    ];
    const used = [texts.length > 0 && 'laterFinnish', imports.length > 0 && 'withFinnish'].filter(Boolean);
    // Behind the code, so that lines keep their numbers.
    const added = `\nimport { ${used.join(', ')} } from ${JSON.stringify(`@${later.slice(4)}`)};\n`;
    return { code: rewritten(code, edits) + added, map: null };
  },
  resolveId(id) {
    return id.startsWith(prefix) ? id : null;
  },
  async load(id) {
    if (!id.startsWith(prefix)) return null;
    const file = id.slice(prefix.length);
    const code = await readFile(file, 'utf8');
    const tree = parsed(this, code, file);
    const texts = textsOf(tree);
    const own = new Set(texts.map(({ name }) => name));
    const imported = importsOf(tree);
    /** @type {Set<string>} */
    const lines = new Set();
    const halves = [];
    for (const { name, finnish } of texts) {
      const edits = [];
      for (const used of identifiersOf(finnish)) {
        const ofTexts = used.half === 'fi';
        if (own.has(used.name) && ofTexts) {
          edits.push({ start: used.start, end: used.end, text: used.name });
          continue;
        }
        const from = imported.get(used.name);
        if (!from) this.error(`${file}: the Finnish half of ${name} uses ${used.name}, which is no import.`);
        // Of texts that are split themselves, it is their Finnish module that has them.
        const source = await this.resolve(from.source, file);
        if (!source) this.error(`${file}: ${from.source} is not found.`);
        const target = JSON.stringify((ofTexts ? prefix : '') + source.id);
        lines.add(`import { ${from.name} as ${used.name} } from ${target};`);
        if (ofTexts) edits.push({ start: used.start, end: used.end, text: used.name });
      }
      const text = rewritten(code.slice(finnish.start, finnish.end), edits.map(shifted(-finnish.start)));
      halves.push(`const ${name} = ${text};`);
    }
    const exported = `export { ${[...own].join(', ')} };`;
    return {
      code: [...lines, ...halves, exported].join('\n'),
      moduleType: file.endsWith('x') ? 'tsx' : 'ts',
    };
  },
});

/** @param {{ parse: Function }} context @param {string} code @param {string} id @returns {any} */
const parsed = (context, code, id) => context.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' });

/** @param {number} by @returns {(edit: import('./leave-out.mjs').Edit) => import('./leave-out.mjs').Edit} */
const shifted =
  (by) =>
  ({ start, end, text }) => ({ start: start + by, end: end + by, text });

/** Returns the texts in both languages that a module declares at its top. @param {any} tree @returns {Texts[]} */
const textsOf = ({ body }) =>
  body
    .map((/** @type {any} */ one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one))
    .flatMap((/** @type {any} */ one) => (one?.type === 'VariableDeclaration' ? one.declarations : []))
    .flatMap((/** @type {any} */ { id, init }) => {
      const finnish = finnishIn(init);
      return finnish && id.type === 'Identifier' ? [{ name: id.name, finnish }] : [];
    });

/** Returns the Finnish half of an expression, if it has the two languages and nothing else. @param {any} value @returns {Node | null} */
function finnishIn(value) {
  if (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression')
    return finnishIn(value.expression);
  if (value?.type === 'CallExpression' && value.callee.name === 'defineTexts')
    return finnishIn(value.arguments[0]);
  if (value?.type !== 'ObjectExpression' || value.properties.length !== 2) return null;
  const [english, finnish] = value.properties;
  if (english.key?.name !== 'en' || finnish.key?.name !== 'fi') return null;
  return ['ObjectExpression', 'Identifier'].includes(finnish.value.type) ? finnish.value : null;
}

/** @param {any} tree @returns {Map<string, { source: string, name: string }>} */
const importsOf = ({ body }) =>
  new Map(
    body
      .filter((/** @type {any} */ { type }) => type === 'ImportDeclaration')
      .flatMap((/** @type {any} */ { source, specifiers }) =>
        specifiers
          .filter((/** @type {any} */ { type }) => type === 'ImportSpecifier')
          .map((/** @type {any} */ one) => [
            one.local.name,
            { source: source.value, name: one.imported.name },
          ]),
      ),
  );

/** Returns what a Finnish half is made of besides its own texts: spread objects, and itself if it is a name. @param {any} half */
function identifiersOf(half) {
  if (half.type === 'Identifier') return [{ name: half.name, half: null, start: half.start, end: half.end }];
  return half.properties
    .filter((/** @type {any} */ { type }) => type === 'SpreadElement')
    .map((/** @type {any} */ { argument: { type, name, object, property, start, end } }) =>
      type === 'MemberExpression'
        ? { name: object.name, half: property.name, start, end }
        : { name, half: null, start, end },
    );
}

/** @param {unknown} tree @returns {Node[]} */
function dynamicImportsOf(tree) {
  if (Array.isArray(tree)) return tree.flatMap(dynamicImportsOf);
  if (!isNode(tree)) return [];
  const inside = Object.values(tree).flatMap(dynamicImportsOf);
  return tree.type === 'ImportExpression' ? [tree, ...inside] : inside;
}
