/**
 * Stands in for zod where contracts describe the wire (scripts/late-schemas.mjs): notes which schema is meant, and makes it when
 * it is first asked. What checks by a schema loads zod and hands it over here; the first page shows rows and checks nothing.
 */

/** zod's functions that contracts call, once zod is loaded. @type {any} */
let zod = null;

/** Returns the schema that a note stands for. @type {WeakMap<object, () => any>} */
const makers = new WeakMap();

/** Hands over zod's functions that contracts call. @param {object} functions */
export function provide(functions) {
  zod = functions;
}

/** Returns a note of a schema. @param {() => any} make @returns {any} */
function noted(make) {
  /** @type {any} */
  let schema;
  const made = () => (schema ??= make());
  const note = new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name === 'symbol' && !zod) return undefined;
        // Each step that describes a schema further returns a schema; whatever else is asked needs zod.
        if (!zod) return (/** @type {any[]} */ ...given) => noted(() => made()[name](...given.map(meant)));
        const value = made()[name];
        return typeof value === 'function' && name !== 'constructor' ? value.bind(made()) : value;
      },
      has: (_, name) => name in made(),
      getPrototypeOf: () => Object.getPrototypeOf(made()),
    },
  );
  makers.set(note, made);
  return note;
}

/** Returns what was given to a step, with schemas in the place of notes. @param {any} given @returns {any} */
function meant(given) {
  const make = makers.get(given);
  if (make) return make();
  if (Array.isArray(given)) return given.map(meant);
  const isPlain =
    typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype;
  return isPlain
    ? Object.fromEntries(Object.entries(given).map(([key, value]) => [key, meant(value)]))
    : given;
}

/** Returns what has zod's functions at a path. @param {string[]} path @returns {any} */
const functionsAt = (path) =>
  new Proxy(() => undefined, {
    get: (_, name) => functionsAt([...path, String(name)]),
    apply: (_, __, given) =>
      noted(() => {
        if (!zod) throw new Error('A schema is asked before zod is loaded');
        return path.reduce((from, name) => from[name], zod)(...given.map(meant));
      }),
  });

/** As zod's own `z`. */
export const z = functionsAt([]);

/** As `email` of src/contract/email-schema.ts, which is handed over with zod's functions. */
export const email = functionsAt(['emailOfOurs']);
