/** A node of a syntax tree. @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/** Something to write in place of a part of a text. @typedef {{ start: number, end: number, text: string }} Edit */

/**
 * Returns the Vite plugin that leaves out of the application what contracts say for the service alone: their descriptions, by which it
 * describes itself, and the shapes of answers. The application checks what it sends by a contract, not what it reads.
 *
 * @returns {import('vite').Plugin}
 */
export const withoutDescriptions = () => ({
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/(?:resources\/[^/]+\/contract|contract\/values)\.ts$/.test(id)) return null;
    return { code: rewritten(code, editsOf(this.parse(code, { lang: 'ts' }))), map: null };
  },
});

/**
 * Returns the Vite plugin that leaves zod's JSON schemas out of the application: every schema refers to their code, and only the
 * service, which describes itself by them, ever calls it.
 *
 * @returns {import('vite').Plugin}
 */
export const withoutJsonSchemas = () => ({
  name: 'without-json-schemas',
  apply: 'build',
  transform(code, id) {
    const isProcessors = id.endsWith('/zod/v4/core/json-schema-processors.js');
    if (!isProcessors && !id.endsWith('/zod/v4/core/to-json-schema.js')) return null;
    const exported = this.parse(code).body.filter(({ type }) => type === 'ExportNamedDeclaration');
    const edits = exported.flatMap((one) => {
      const names = namesOf(one).filter((name) => !kept.has(name));
      const text = names.map((name) => `export const ${name} = absent;`).join('\n');
      return names.length === 0 ? [] : [{ start: one.start, end: one.end, text }];
    });
    return { code: `${absent}\n${rewritten(code, edits)}`, map: { mappings: '' } };
  },
});

/**
 * Returns the Vite plugin that leaves out of React Router what only servers that render pages have: links that are prefetched by a
 * manifest, forms that post, and names for developer tools, for which a component counts as used.
 *
 * @returns {import('vite').Plugin}
 */
export const withoutServerRendering = () => ({
  name: 'without-server-rendering',
  apply: 'build',
  transform(code, id) {
    if (!/\/react-router\/dist\/\w+\/chunk-[^/]*\.mjs$/.test(id)) return null;
    /** @type {any[]} */
    const body = this.parse(code).body;
    const within = body.find(({ id: name }) => name?.name === 'createRouter')?.body.body;
    if (!within) return null;
    const left = new Set(Object.keys(onServers));
    const edits = [...body, ...within].flatMap((one) => {
      if (one.type === 'ExpressionStatement' && one.expression.left?.property?.name === 'displayName')
        return [{ start: one.start, end: one.end, text: '' }];
      const made = one.type === 'VariableDeclaration' ? one.declarations[0].init : null;
      if (made?.callee?.property?.name === 'forwardRef')
        return [{ start: made.start, end: made.start, text: '/* @__PURE__ */ ' }];
      return one.type === 'FunctionDeclaration' && left.delete(one.id.name)
        ? [{ start: one.body.start, end: one.body.end, text: onServers[one.id.name] ?? '{ return null; }' }]
        : [];
    });
    if (left.size > 0) this.error(`React Router has no ${[...left].join(', ')} any more`);
    return { code: rewritten(code, edits), map: { mappings: '' } };
  },
});

/**
 * Returns the Vite plugin that leaves out Mantine's own colours, and those that it computes for variants: the kit's colours are
 * variables of its style sheets (src/ui/style/theme.ts), and it uses no component that asks for others.
 *
 * @returns {import('vite').Plugin}
 */
export const withoutColours = () => ({
  name: 'without-colours',
  apply: 'build',
  transform(_, id) {
    const code = Object.entries(colours).find(([name]) => id.endsWith(`/${name}.mjs`))?.[1];
    return code === undefined ? null : { code, map: { mappings: '' } };
  },
});

const colours = {
  // Its own theme, which ours is merged with, has a primary colour.
  'MantineProvider/default-colors': "export const DEFAULT_COLORS = { blue: Array(10).fill('#000') };",
  'default-variant-colors-resolver': 'export const defaultVariantColorsResolver = () => ({});',
};

/**
 * Components and functions of React Router that only such servers and forms need, with what stands for their bodies.
 *
 * @type {Record<string, string | null>}
 */
const onServers = {
  PrefetchPageLinks: null,
  usePrefetchBehavior: '{ return [false, null, {}]; }',
  instrumentClientSideRouter: null,
  getRouteInstrumentationUpdates: null,
  handleAction: null,
  handleFetcherAction: null,
  handleFetcherLoader: null,
  checkFogOfWar: '{ return { active: false, matches: null }; }',
  discoverRoutes: null,
  patchRoutesImpl: null,
  useSubmit: null,
  useFormAction: null,
};

/**
 * Returns the Vite plugin that leaves out of i18next what our texts and pages never ask: texts within texts, reports of missing
 * ones, copies of the instance.
 *
 * @returns {import('vite').Plugin}
 */
export const withoutNesting = () => ({
  name: 'without-nesting',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/i18next/dist/esm/i18next.js')) return null;
    /** @type {any[]} */
    const body = this.parse(code).body;
    const left = new Set(unasked);
    const edits = body
      .filter(({ type }) => type === 'ClassDeclaration')
      .flatMap(({ body: { body: members } }) => members)
      .filter(({ key }) => left.delete(key.name))
      .map(({ value }) => ({
        start: value.body.start,
        end: value.body.end,
        text: '{ return arguments[0]; }',
      }));
    if (left.size > 0) this.error(`i18next has no ${[...left].join(', ')} any more`);
    return { code: rewritten(code, edits), map: { mappings: '' } };
  },
});

const unasked = [
  'nest',
  'saveMissing',
  'cloneInstance',
  'dir',
  'hydrate',
  'reloadResources',
  'loadLanguages',
  'getUsedParamsDetails',
];

const absent = `const absent = () => { throw new Error('JSON schemas are not part of the application'); };`;

/** What zod's schemas ask of their checks besides. */
const kept = new Set(['aggregateChecks']);

/** Returns the names that a module exports by a statement. @param {any} statement @returns {string[]} */
const namesOf = ({ declaration, specifiers }) =>
  declaration
    ? (declaration.declarations ?? [declaration]).map((/** @type {any} */ { id }) => id.name)
    : specifiers.map((/** @type {any} */ { exported }) => exported.name);

/** Returns what is left out of a contract. @param {unknown} tree @returns {Edit[]} */
function editsOf(tree) {
  if (Array.isArray(tree)) return tree.flatMap(editsOf);
  if (!isNode(tree)) return [];
  const own = editOf(tree);
  return own
    ? [...(tree['callee'] ? editsOf(tree['callee']['object']) : []), own]
    : Object.values(tree).flatMap(editsOf);
}

/** @param {Node} node @returns {Edit | null} */
function editOf(node) {
  const { type, callee, arguments: given, key, value } = node;
  const inside = (/** @type {Node} */ call, /** @type {string} */ text) => ({
    start: call['arguments'][0].start,
    end: call['arguments'].at(-1).end,
    text,
  });
  if (type === 'CallExpression' && callee.property?.name === 'meta' && given[0]?.type === 'ObjectExpression')
    return { start: callee.object.end, end: node.end, text: '' };
  if (type === 'CallExpression' && callee.name === 'computed') return inside(node, 'z.unknown()');
  if (type === 'Property' && key.name === 'answer' && value.callee?.property?.name === 'strictObject')
    return inside(value, '{}');
  if (type === 'Property' && key.name === 'description' && typeof value.value === 'string')
    return { start: value.start, end: value.end, text: "''" };
  return null;
}

/** Returns whether a value is a node of a syntax tree. @param {unknown} value @returns {value is Node} */
export const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

/** Returns a text with the edits, of which none overlap. @param {string} text @param {Edit[]} edits */
export const rewritten = (text, edits) =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text: put }) => rest.slice(0, start) + put + rest.slice(end), text);
