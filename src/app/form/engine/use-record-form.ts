import { useState } from 'react';
import { createFormControl, useForm, type Control, type FieldValues } from 'react-hook-form';
import { pathOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Resource } from '@/contract/resource';
import { changesBetween, sameText, type Change } from '@/record/diff';
import {
  isArray,
  isObject,
  sameValue,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
} from '@/record/json';
import { mergeRecords, withChoice } from '@/record/merge';
import { noChecks, type FormChecks } from '../checks/record-checks';
import { emptyValue } from './validate';
import { createFieldRegistry, type FieldRegistry } from './field-registry';
import {
  ABSENT,
  fieldName,
  fromForm,
  isReachable,
  jsonTextName,
  toForm,
  toFormValue,
  type FieldPath,
} from './form-values';
import { errorsByName, problemsIn, unplacedName } from './record-errors';
import { recordResolver, textProblems } from './record-resolver';
import { createListeners } from '@/ui/state/listeners';

/** The state of a record that is being edited. */
export interface RecordState {
  /** The stored record; for a new one, what would be stored if nothing were filled in. */
  readonly base: JsonObject;
  /** The ETag of `base`; null if the server sends none, and for a new record. */
  readonly etag: string | null;
  readonly isNew: boolean;
  /** The record with the values of the form. */
  readonly current: JsonObject;
  /** The differences between `base` and `current`, by value: `1.10` and `1.1` are equal. */
  readonly changes: readonly Change[];
  /** Whether the JSON box holds invalid text, which is then not part of `current`. */
  readonly hasInvalidJson: boolean;
}

/** A record in a form of React Hook Form. */
export interface RecordForm {
  readonly resource: Resource;
  readonly readOnly: boolean;
  /** For `useController`, `useWatch`, `useFormState` and `useFieldArray`. */
  readonly control: Control;
  readonly fields: FieldRegistry;
  readonly checks: FormChecks;
  readonly get: () => RecordState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns all problems that are shown at present. */
  readonly problems: () => readonly FieldProblem[];
  /** Returns whether a field can be registered at a path: see `isReachable`. */
  readonly isWritable: (path: FieldPath) => boolean;
  /** Sets the value at a path; `undefined` removes it. */
  set(path: FieldPath, value: Json | undefined): void;
  /**
   * Puts a value into a new record that nobody typed, as if it were stored: it counts as no change. A value that was
   * typed, or cleared, stays.
   */
  suggest(path: FieldPath, value: Json): void;
  /** Clears a value as its place on the wire requires: see `emptyValue`. */
  clear(path: FieldPath): void;
  /** Replaces the values in the form. Only differences are written. */
  assign(record: JsonObject): void;
  /**
   * Validates the whole record; calls `valid` if there is no problem, else shows all problems and calls `invalid`.
   */
  submit(valid: () => void, invalid: () => void): Promise<void>;
  /** Shows the problems of a refused save, each until its value changes or the record is submitted again. */
  refuse(problems: readonly FieldProblem[]): void;
  discard(): void;
  /**
   * Accepts the response to a save: the service stored `sent` and returned `record`. What was typed since then stays.
   */
  saved(sent: JsonObject, record: JsonObject, etag: string | null): void;
  /** Replaces the base by a newer version of the record, and the form's values by `current`. */
  rebase(base: JsonObject, etag: string | null, current: JsonObject): void;
}

/** What a form starts with. */
export interface RecordFormProps {
  readonly resource: Resource;
  readonly base: JsonObject;
  readonly etag: string | null;
  readonly isNew: boolean;
  readonly readOnly: boolean;
  /** The initial values, if they differ from `base`. */
  readonly current?: JsonObject | undefined;
  readonly checks?: FormChecks;
}

type FormControl = ReturnType<typeof createFormControl<FieldValues>>['formControl'];

/**
 * Returns the form of a record. React Hook Form holds values, errors and touched fields; `base` and versions are held
 * here.
 */
export function useRecordForm(props: RecordFormProps): RecordForm {
  const [{ record, form, options }] = useState(() => createRecordForm(props));
  useForm({ ...options, formControl: form });
  return record;
}

/** Creates the form of a record outside of React. */
export function createRecordForm({
  resource,
  base,
  etag,
  isNew,
  readOnly,
  current,
  checks = noChecks,
}: RecordFormProps) {
  const fields = createFieldRegistry();
  const listeners = createListeners();
  let isSubmitted = false;
  let isPaused = false;
  let refused: readonly { name: string; pointer: string; value: Json | undefined }[] = [];
  let state: RecordState = { base, etag, isNew, current: base, changes: [], hasInvalidJson: false };

  const options = {
    // A problem is shown once its field was left; from then on it is updated while typing.
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: recordResolver(resource, fields, {
      base: () => state.base,
      stored: () => (state.isNew ? null : state.base),
      wrong: checks.wrong,
      isShown: (name): boolean => isSubmitted || form.getFieldState(name).isTouched,
    }),
  } as const;
  const form: FormControl = createFormControl({ ...options, defaultValues: toForm(base) }).formControl;
  form.subscribe({ formState: { values: true }, callback: () => isPaused || refresh() });

  /** Updates the state from the form's values. Unchanged parts keep their identity. */
  function refresh(): void {
    const values = form.getValues();
    const current = reuseParts(state.current, fromForm(values, state.base));
    const hasInvalidJson = textProblems(values).length > 0;
    if (current === state.current && hasInvalidJson === state.hasInvalidJson) return;
    update({ current, hasInvalidJson });
    recheck();
  }

  /** Looks again at what is in error: a rule between fields may hold now that another one has changed. */
  function recheck(): void {
    const names = new Set(
      problemsIn(form.getErrors()).map(({ pointer }) => fields.fieldAt(pointer)?.name ?? unplacedName),
    );
    for (const { name } of refused) names.delete(name);
    if (names.size > 0) void form.trigger([...names]);
  }

  function update(next: Partial<RecordState>): void {
    const { base, current } = { ...state, ...next };
    state = { ...state, ...next, changes: changesBetween(base, current) };
    const outdated = refused.filter(({ pointer, value }) => !sameValue(currentValue(pointer), value));
    refused = refused.filter((one) => !outdated.includes(one));
    if (outdated.length > 0) form.clearErrors(outdated.map(({ name }) => name));
    listeners.notify();
  }

  /** Runs several changes and notifies listeners once. */
  function batch(change: () => void): void {
    const wasPaused = isPaused;
    isPaused = true;
    change();
    isPaused = wasPaused;
    if (!isPaused) refresh();
  }

  const currentValue = (pointer: string) => valueAt(state.current, pathOf(pointer));

  function write(path: FieldPath, value: Json | undefined): void {
    const name = fieldName(path);
    const shouldValidate = isSubmitted || form.getFieldState(name).invalid;
    form.setValue(name, toFormValue(value, valueAt(state.base, path.map(String))), { shouldValidate });
  }

  const assign = (next: JsonObject) =>
    batch(() => {
      const now = fromForm(form.getValues(), state.base);
      for (const change of changesBetween(now, next, [], sameText)) write(change.path, change.now);
    });

  /** Makes another version the base. Keys that it has and `values` has not are marked as removed. */
  function replaceBase(
    next: Pick<RecordState, 'base' | 'etag'>,
    values: JsonObject,
    keepsState: boolean,
  ): void {
    batch(() => {
      update({ ...next, isNew: false });
      assign(values);
      form.reset(toForm(next.base), {
        keepValues: true,
        ...(keepsState && { keepErrors: true, keepTouched: true, keepIsSubmitted: true }),
      });
      for (const { path, now } of changesBetween(next.base, values, [], sameText))
        if (now === undefined) form.setValue(fieldName(path), ABSENT);
    });
  }

  function clearProblems(): void {
    isSubmitted = false;
    refused = [];
  }

  const record: RecordForm = {
    resource,
    readOnly,
    control: form.control,
    fields,
    checks,
    get: () => state,
    subscribe: listeners.subscribe,
    isWritable: (path) => isReachable(form.getValues(), path),
    problems: () => problemsIn(form.getErrors()),
    set(path, value) {
      const keys = path.map(String);
      if (value === undefined && valueAt(state.current, keys) === undefined) return;
      const isElement = value === undefined && typeof path.at(-1) === 'number';
      if (!isElement && isReachable(form.getValues(), path)) {
        write(path, value);
        return;
      }
      const next = withValueAt(state.current, keys, value);
      if (isObject(next)) assign(next);
    },
    clear(path) {
      record.set(path, emptyValue(resource, state.base, state.current, path.map(String)));
    },
    suggest(path, value) {
      const keys = path.map(String);
      const isTyped = !sameValue(valueAt(state.current, keys), valueAt(state.base, keys));
      const base = withValueAt(state.base, keys, value);
      if (!state.isNew || isTyped || !isObject(base)) return;
      batch(() => {
        update({ base });
        write(path, value);
      });
    },
    assign,
    async submit(valid, invalid) {
      isSubmitted = true;
      refresh();
      await form.handleSubmit(valid, invalid)();
    },
    refuse(problems) {
      const errors = errorsByName(problems, fields);
      refused = [...errors].flatMap(([name, error]) =>
        error.problems.map(({ pointer }) => ({ name, pointer, value: currentValue(pointer) })),
      );
      for (const [name, error] of errors) form.setError(name, error);
    },
    discard() {
      clearProblems();
      batch(() => {
        form.setValue(jsonTextName, undefined);
        assign(state.base);
        form.reset(toForm(state.base), { keepValues: true });
      });
    },
    saved(sent, answer, newEtag) {
      clearProblems();
      const { merged, conflicts } = mergeRecords(sent, state.current, answer);
      const values = conflicts.reduce((tree, { path, mine }) => withChoice(tree, path, mine), merged);
      replaceBase({ base: answer, etag: newEtag }, values, false);
    },
    rebase: (newBase, newEtag, values) => replaceBase({ base: newBase, etag: newEtag }, values, true),
  };
  if (current) assign(current);
  return { record, form, options };
}

/**
 * Returns `next` with the parts of `before` that are equal to the digit, so that their controls do not render again.
 */
function reuseParts<T extends Json>(before: Json | undefined, next: T): T;
function reuseParts(before: Json | undefined, next: Json): Json {
  if (before !== undefined && sameText(before, next)) return before;
  if (isArray(before) && isArray(next)) return next.map((item, index) => reuseParts(before[index], item));
  if (!isObject(before) || !isObject(next)) return next;
  return Object.fromEntries(
    Object.entries(next).map(([key, value]) => [
      key,
      reuseParts(Object.hasOwn(before, key) ? before[key] : undefined, value),
    ]),
  );
}
