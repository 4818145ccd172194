import { useState } from 'react';
import { createFormControl, useForm, type Control, type FieldValues } from 'react-hook-form';
import { pathOf, type FieldProblem } from '../../../contract/problem';
import type { Resource } from '../../../contract/resource';
import { changesBetween, sameText, type Change } from '../../record/diff';
import {
  isArray,
  isObject,
  sameValue,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
} from '../../record/json';
import { mergeRecords, withChoice } from '../../record/merge';
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
import { errorsByName, problemsIn } from './record-errors';
import { recordResolver, textProblems } from './record-resolver';
import { createListeners } from '../../../ui/state/listeners';

/** A record while it is edited. */
export interface RecordState {
  /** As the service has it; for a new record, what it would be if nothing were filled in. */
  readonly base: JsonObject;
  /** The version that `base` was read as; null where the service names none, and for a new record. */
  readonly etag: string | null;
  readonly isNew: boolean;
  /** As it stands in the form. */
  readonly current: JsonObject;
  /** What differs between `base` and `current`, by value: `1.10` for `1.1` is no change. */
  readonly changes: readonly Change[];
  /** Whether the JSON box holds text that cannot be read, so that it is not part of `current`. */
  readonly hasInvalidJson: boolean;
}

/** A record in a form of React Hook Form. */
export interface RecordForm {
  readonly resource: Resource;
  readonly readOnly: boolean;
  /** For `useController`, `useWatch`, `useFormState` and `useFieldArray`. */
  readonly control: Control;
  readonly fields: FieldRegistry;
  readonly get: () => RecordState;
  readonly subscribe: (listener: () => void) => () => void;
  /** All problems that are shown at present. */
  readonly problems: () => readonly FieldProblem[];
  /** Whether a field can be registered at a path: see `isReachable`. */
  readonly isWritable: (path: FieldPath) => boolean;
  /** Puts a value at a path; `undefined` removes it. */
  set(path: FieldPath, value: Json | undefined): void;
  /** Empties a value, in the way that its place on the wire has for it. */
  clear(path: FieldPath): void;
  /** Puts these values in the place of those in the form. Only what differs is written. */
  assign(record: JsonObject): void;
  /** Checks the whole record; calls `valid` if there is no problem, else shows all and calls `invalid`. */
  submit(valid: () => void, invalid: () => void): Promise<void>;
  /** Shows what the service refused, each problem until its value changes or the record is submitted again. */
  refuse(problems: readonly FieldProblem[]): void;
  discard(): void;
  /** The service stored `sent` and answered `record`: what was typed since then stays. */
  saved(sent: JsonObject, record: JsonObject, etag: string | null): void;
  /** Goes on from a newer version of the record, with these values in the form. */
  rebase(base: JsonObject, etag: string | null, current: JsonObject): void;
}

/** From what a form begins. */
export interface RecordFormProps {
  readonly resource: Resource;
  readonly base: JsonObject;
  readonly etag: string | null;
  readonly isNew: boolean;
  readonly readOnly: boolean;
  /** The values in the form, where they are others than those of `base`. */
  readonly current?: JsonObject | undefined;
}

type FormControl = ReturnType<typeof createFormControl<FieldValues>>['formControl'];

/** The form of a record. Values, errors and what was touched are React Hook Form's; `base` and versions ours. */
export function useRecordForm(props: RecordFormProps): RecordForm {
  const [{ record, form, options }] = useState(() => createRecordForm(props));
  useForm({ ...options, formControl: form });
  return record;
}

/** Makes the form of a record outside of React. */
export function createRecordForm({ resource, base, etag, isNew, readOnly, current }: RecordFormProps) {
  const fields = createFieldRegistry();
  const listeners = createListeners();
  let isSubmitted = false;
  let isPaused = false;
  let refused: readonly { name: string; pointer: string; value: Json | undefined }[] = [];
  let state: RecordState = { base, etag, isNew, current: base, changes: [], hasInvalidJson: false };

  const options = {
    // A problem is shown once its field was left, and follows the typing from then on.
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: recordResolver(resource, fields, {
      base: () => state.base,
      stored: () => (state.isNew ? null : state.base),
      isShown: (name): boolean => isSubmitted || form.getFieldState(name).isTouched,
    }),
  } as const;
  const form: FormControl = createFormControl({ ...options, defaultValues: toForm(base) }).formControl;
  form.subscribe({ formState: { values: true }, callback: () => isPaused || refresh() });

  /** Takes the values over from the form. Parts that did not change keep their identity. */
  function refresh(): void {
    const values = form.getValues();
    const current = shared(state.current, fromForm(values, state.base));
    const hasInvalidJson = textProblems(values).length > 0;
    if (current === state.current && hasInvalidJson === state.hasInvalidJson) return;
    update({ current, hasInvalidJson });
  }

  function update(next: Partial<RecordState>): void {
    const { base, current } = { ...state, ...next };
    state = { ...state, ...next, changes: changesBetween(base, current) };
    const past = refused.filter(({ pointer, value }) => !sameValue(valueNow(pointer), value));
    refused = refused.filter((one) => !past.includes(one));
    if (past.length > 0) form.clearErrors(past.map(({ name }) => name));
    listeners.notify();
  }

  /** Changes several values, and tells of them once. */
  function batch(work: () => void): void {
    const wasPaused = isPaused;
    isPaused = true;
    work();
    isPaused = wasPaused;
    if (!isPaused) refresh();
  }

  const valueNow = (pointer: string) => valueAt(state.current, pathOf(pointer));

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

  /** Makes another version the base. What it has and the record has not is marked as removed. */
  function replaceBase(next: Pick<RecordState, 'base' | 'etag'>, values: JsonObject, keep: boolean): void {
    batch(() => {
      update({ ...next, isNew: false });
      assign(values);
      form.reset(toForm(next.base), {
        keepValues: true,
        ...(keep && { keepErrors: true, keepTouched: true, keepIsSubmitted: true }),
      });
      for (const { path, now } of changesBetween(next.base, values, [], sameText))
        if (now === undefined) form.setValue(fieldName(path), ABSENT);
    });
  }

  function forgetProblems(): void {
    isSubmitted = false;
    refused = [];
  }

  const record: RecordForm = {
    resource,
    readOnly,
    control: form.control,
    fields,
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
    assign,
    async submit(valid, invalid) {
      isSubmitted = true;
      refresh();
      await form.handleSubmit(valid, invalid)();
    },
    refuse(problems) {
      const errors = errorsByName(problems, fields);
      refused = [...errors].flatMap(([name, error]) =>
        error.problems.map(({ pointer }) => ({ name, pointer, value: valueNow(pointer) })),
      );
      for (const [name, error] of errors) form.setError(name, error);
    },
    discard() {
      forgetProblems();
      batch(() => {
        form.setValue(jsonTextName, undefined);
        assign(state.base);
        form.reset(toForm(state.base), { keepValues: true });
      });
    },
    saved(sent, answer, newEtag) {
      forgetProblems();
      const { merged, conflicts } = mergeRecords(sent, state.current, answer);
      const values = conflicts.reduce((tree, { path, mine }) => withChoice(tree, path, mine), merged);
      replaceBase({ base: answer, etag: newEtag }, values, false);
    },
    rebase: (newBase, newEtag, values) => replaceBase({ base: newBase, etag: newEtag }, values, true),
  };
  if (current) assign(current);
  return { record, form, options };
}

/** `next`, with the parts of `before` that are the same to the digit: what is shown of them is not drawn again. */
function shared<T extends Json>(before: Json | undefined, next: T): T;
function shared(before: Json | undefined, next: Json): Json {
  if (before !== undefined && sameText(before, next)) return before;
  if (isArray(before) && isArray(next)) return next.map((item, index) => shared(before[index], item));
  if (!isObject(before) || !isObject(next)) return next;
  return Object.fromEntries(
    Object.entries(next).map(([key, value]) => [
      key,
      shared(Object.hasOwn(before, key) ? before[key] : undefined, value),
    ]),
  );
}
