import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { settings } from '@/contract/values';
import { anyJson, anyRecord } from '@/record/arbitrary';
import { isArray, isObject, jsonText, valueAt, withValueAt, type Json, type JsonObject } from '@/record/json';
import { fieldName } from './form-values';
import { createRecordForm } from './use-record-form';

// Applies random edits in any order, with fields registered in between, and compares with a plain tree.

const thing = defineResource({
  name: 'thing',
  description: 'A thing.',
  fields: {},
  data: settings({ a: z.unknown() }),
  filters: [],
  sorts: [],
  shared: true,
  access: masterData,
});

const paths = fc
  .array(fc.constantFrom('a', 'b', 'a.b', '__proto__', 'constructor', '0'), { minLength: 1, maxLength: 3 })
  .map((path) => ['data', ...path]);

type Edit =
  | { readonly kind: 'set'; readonly path: string[]; readonly value: Json }
  | { readonly kind: 'remove' | 'mount'; readonly path: string[] }
  | { readonly kind: 'rebase' | 'saved' | 'discard'; readonly record: JsonObject };

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), path: paths, value: anyJson }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'mount' as const), path: paths }),
  fc.record({
    kind: fc.constantFrom('rebase' as const, 'saved' as const, 'discard' as const),
    record: anyRecord,
  }),
);

/** Removes a value, and the objects that were created for it alone: what the record had there is restored. */
function without(base: JsonObject, tree: Json | undefined, path: readonly string[]): Json | undefined {
  const next = withValueAt(tree, path, undefined);
  const parent = path.slice(0, -1);
  const object = valueAt(next, parent);
  const was = valueAt(base, parent);
  if (parent.length < 2 || !isObject(object) || Object.keys(object).length > 0 || isObject(was)) return next;
  return was === undefined ? without(base, next, parent) : withValueAt(next, parent, was);
}

/** An empty object above a field counts as created for the field, unless the record has it. */
const isEmptied = (base: JsonObject, tree: Json, path: readonly string[]): boolean =>
  path.some((_, depth) => {
    const object = valueAt(tree, path.slice(0, depth));
    const isEmpty = isObject(object) && Object.keys(object).length === 0;
    return isEmpty && !isObject(valueAt(base, path.slice(0, depth)));
  });

test('any edits leave what a plain tree would hold, whichever fields are on the page', () => {
  fc.assert(
    fc.property(anyRecord, fc.array(edits, { maxLength: 12 }), (start, all) => {
      const { record: form } = createRecordForm({
        resource: thing,
        base: start,
        etag: null,
        isNew: false,
        readOnly: false,
      });
      let base = start;
      let tree: Json = start;
      for (const edit of all) {
        // A key within a list has no meaning.
        if ('path' in edit && edit.path.some((_, depth) => isArray(valueAt(tree, edit.path.slice(0, depth)))))
          continue;
        if (edit.kind === 'set') {
          form.set(edit.path, edit.value);
          tree = withValueAt(tree, edit.path, edit.value) ?? tree;
        } else if (edit.kind === 'remove') {
          const isThere = valueAt(tree, edit.path) !== undefined;
          form.set(edit.path, undefined);
          if (isThere) tree = without(base, tree, edit.path) ?? tree;
        } else if (edit.kind === 'mount') {
          if (form.isWritable(edit.path) && !isEmptied(base, tree, edit.path))
            form.control.register(fieldName(edit.path));
        } else if (edit.kind === 'rebase') {
          base = edit.record;
          form.rebase(edit.record, null, form.get().current);
        } else if (edit.kind === 'saved') {
          base = edit.record;
          form.saved(form.get().current, edit.record, null);
          tree = edit.record;
        } else {
          form.discard();
          tree = base;
        }
        expect(sorted(form.get().current)).toBe(sorted(tree));
      }
    }),
    { numRuns: 3000 },
  );
});

const sorted = (value: Json): string =>
  isObject(value)
    ? `{${Object.keys(value)
        .toSorted()
        .map((key) => `${JSON.stringify(key)}:${sorted(valueAt(value, [key]) ?? null)}`)
        .join()}}`
    : jsonText(value);
