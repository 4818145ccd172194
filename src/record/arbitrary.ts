import * as fc from 'fast-check';
import { isArray, isObject, numberOf, type Json, type JsonObject } from './json';

/** Generators for property tests of records. */

const keys = fc.constantFrom('a', 'b', 'c', 'tags', 'a.b', '__proto__', 'constructor', '0', '~/');

/** Generates JSON numbers of up to 40 digits, often with two notations of the same value. */
const numbers = fc
  .tuple(
    fc.boolean(),
    fc.stringMatching(/^(0|[1-9]\d{0,19})$/),
    fc.stringMatching(/^\d{0,20}$/),
    fc.constantFrom('', '', '', 'e2', 'E-3'),
  )
  .map(([negative, whole, decimals, exponent]) =>
    numberOf(`${negative ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}${exponent}`),
  );

const scalars: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, '', 'x', '1', numberOf('1'), numberOf('1.0'), numberOf('0')),
  numbers,
  fc.string({ maxLength: 5 }),
);

const object = (values: fc.Arbitrary<Json>, most: number): fc.Arbitrary<JsonObject> =>
  fc
    .array(fc.tuple(keys, values), { maxLength: most })
    .map((entries): JsonObject => Object.fromEntries(entries));

/** Generates any JSON value, up to four levels deep. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { arbitrary: scalars, weight: 3 },
    { arbitrary: object(tie('json'), 5), weight: 3 },
    { arbitrary: fc.array(tie('json'), { maxLength: 4 }), weight: 1 },
  ),
})).json;

/** Generates a record: two top-level fields, and `data`. */
export const anyRecord: fc.Arbitrary<JsonObject> = fc.record({
  name: scalars,
  image_id: scalars,
  data: object(anyJson, 6),
});

/** Generates a record and variants of it: each value is kept, changed, removed, or has a new one beside it. */
export const recordWithVariants = (count: number): fc.Arbitrary<[JsonObject, ...JsonObject[]]> =>
  anyRecord.chain((base) =>
    fc
      .tuple(...Array.from({ length: count }, () => variantOf(base)))
      .map((others): [JsonObject, ...JsonObject[]] => [base, ...others]),
  );

const variantOf = (record: JsonObject): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(...Object.entries(record).map(([key, value]) => variantOfValue(value, key === 'data', [key])))
    .map((entries): JsonObject => Object.fromEntries(entries.flat()));

function variantOfValue(value: Json, isKept: boolean, [key]: [string]): fc.Arbitrary<[string, Json][]> {
  const nested: fc.Arbitrary<Json> = isObject(value)
    ? fc
        .tuple(
          fc.tuple(...Object.entries(value).map(([child, old]) => variantOfValue(old, false, [child]))),
          object(anyJson, 1),
        )
        .map(([entries, added]): Json => ({ ...added, ...Object.fromEntries(entries.flat()) }))
    : isArray(value)
      ? fc
          .tuple(fc.subarray([...value]), fc.array(scalars, { maxLength: 2 }))
          .map((parts): Json => parts.flat())
      : fc.constant(value);
  const pair = (json: Json): [string, Json][] => [[key, json]];
  if (isKept) return nested.map(pair);
  return fc.oneof(
    { arbitrary: fc.constant(pair(value)), weight: 6 },
    { arbitrary: nested.map(pair), weight: 4 },
    { arbitrary: anyJson.map(pair), weight: 1 },
    { arbitrary: fc.constant<[string, Json][]>([]), weight: 1 },
  );
}
