import { use, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { get, useController, useFormState, useWatch, type FieldError } from 'react-hook-form';
import { pathOf, pointerOf } from '@/contract/pointer';
import { afterPress } from '@/ui/state/after-press';
import { separatorsOf } from '../../i18n/format';
import { sameValue, valueAt, type Json, type Path } from '@/record/json';
import { useFormat } from '../../i18n/use-format';
import { useFormText } from '../texts';
import { textOf } from './number-text';
import { problemText, type ValueKind } from './problem-text';
import {
  detachedFieldName,
  fieldName,
  fromFormValue,
  jsonTextName,
  toFormValue,
  type FieldPath,
} from './form-values';
import { SaidBySectionContext, useFieldRights } from './field-rights';
import { SectionContext, useRecord, useRecordContext, useResourceText } from './record-context';
import { doubtCode } from '../checks/record-checks';
import { problemsOfError } from './record-errors';

/** Name and layout of a field. The default label is the resource's text for the field's name. */
export interface FieldSpec<Name extends string = string> {
  /** Name on the wire; within `data` separated by dots: `data.address.street`. */
  readonly name: Name;
  /** The path, if one of its keys contains a dot. */
  readonly path?: FieldPath;
  /** Width in columns of twelve. */
  readonly span?: number;
  readonly label?: string;
  readonly help?: ReactNode;
  /** `tall` or `key`: higher, for what the form is about. */
  readonly size?: 'tall' | 'key';
  /** It is needed although the service would store something without it. */
  readonly isRequired?: boolean;
}

/** Label of a place in the record, and the format of its values. */
interface FieldDescription {
  readonly path: FieldPath;
  readonly label: string;
  readonly kind?: ValueKind | undefined;
  readonly isRequired?: boolean | undefined;
  /** Returns the label of a place within it that has no control of its own. */
  readonly nameOf?: ((rest: Path) => string) | undefined;
  readonly show: (value: Json | undefined) => string;
}

/** A value of the record, with the handlers for a control. */
export interface RecordField {
  readonly path: FieldPath;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly clear: () => void;
  readonly blur: () => void;
  readonly label: string;
  /** The error of the field, or of a place within it that has no control of its own. */
  readonly error: string | undefined;
  /** Whether `error` is a question about a value that may be meant. */
  readonly isDoubt: boolean;
  /** Returns the error of one place within the field. */
  readonly errorAt: (path: FieldPath) => string | undefined;
  readonly changed: boolean;
  /** "Was 3.70". */
  readonly was: string | undefined;
  readonly readOnly: boolean;
}

/** Connects a control to a place in the record through React Hook Form. */
export function useRecordField(description: FieldDescription): RecordField {
  const { path, label, show } = description;
  const record = useRecordContext();
  const say = useFormText();
  const rightOf = useFieldRights();
  const isAttached = useIsAttached(path);
  const name = isAttached ? fieldName(path) : detachedFieldName(path);
  const { field, fieldState } = useController({ control: record.control, name });
  useRegistration(description, name);
  const textOfError = useErrorTexts(description);

  const keys = path.map(String);
  const was = useRecord(({ base }) => valueAt(base, keys));
  const value = useMemo(() => fromFormValue(field.value, was), [field.value, was]);
  const isNew = useRecord((state) => state.isNew);
  const changed = !isNew && !sameValue(was, value);
  const wasText = changed ? show(was) : '';
  return {
    path,
    value,
    set: (next) =>
      isAttached && next !== undefined
        ? field.onChange(toFormValue(next, valueAt(record.get().base, keys)))
        : record.set(path, next),
    clear: () => record.clear(path),
    blur: () => afterPress(field.onBlur),
    label,
    error: textOfError(fieldState.error, value),
    isDoubt: problemsOfError(fieldState.error)[0]?.code === doubtCode,
    errorAt: (place) => textOfError(fieldState.error, value, place),
    changed,
    was: changed ? (wasText === '' ? say('wasEmpty') : say('was', { value: wasText })) : undefined,
    readOnly: record.readOnly || rightOf(path) !== 'change',
  };
}

/** Registers a part of the record whose fields have their own controls. Returns the error of the part as a whole. */
export function useFieldGroup(description: FieldDescription): string | undefined {
  const { control, get: getState } = useRecordContext();
  const name = `${fieldName(description.path)}.root`;
  useRegistration(description, name);
  const textOfError = useErrorTexts(description);
  const { errors } = useFormState({ control, name, exact: true });
  const error: FieldError | undefined = get(errors, name);
  return textOfError(error, valueAt(getState().current, description.path.map(String)));
}

/** Registers the JSON box, which edits everything in `data` that has no control, as text. */
export function useJsonText(label: string) {
  const { control } = useRecordContext();
  const description = { path: ['data'], label, show: () => '' };
  const { field, fieldState } = useController({ control, name: jsonTextName });
  useRegistration(description, jsonTextName);
  const text: unknown = field.value;
  return {
    text: typeof text === 'string' ? text : undefined,
    set: (typed: string) => field.onChange(typed),
    leave: () => afterPress(field.onBlur),
    error: useErrorTexts(description)(fieldState.error, undefined),
  };
}

/** Returns the props that every field component takes, for a field of the resource. */
export function useFieldProps(spec: FieldSpec, show: (value: Json | undefined) => string, kind?: ValueKind) {
  const record = useRecordContext();
  const text = useResourceText();
  const path = spec.path ?? spec.name.split('.');
  const isNew = useRecord((state) => state.isNew);
  const top = path.length === 1 ? record.resource.fields[String(path[0])] : undefined;
  const right = useFieldRights()(path);
  // Nobody has to fill in what they may not.
  const isRequired =
    right === 'change' && (spec.isRequired ?? (top !== undefined && top.default === undefined));
  const label = spec.label ?? text(spec.name);
  const field = useRecordField({ path, label, show, kind, isRequired });
  const say = useFormText();
  const isSaid = use(SaidBySectionContext);
  // Else the form says it of the whole record.
  const isKept = right === 'read' && !record.readOnly && !isSaid;
  return {
    ...field,
    frame: {
      name: pointerOf(path),
      label: field.label,
      ...(field.isDoubt ? { attention: field.error } : { error: field.error }),
      changed: field.changed,
      was: field.was,
      readOnly: field.readOnly,
      required: isRequired,
      showRequired: isRequired && isNew && !field.readOnly,
      size: spec.size,
      span: spec.span,
      help: spec.help,
      why: isKept ? say('readOnly.field') : undefined,
      onBlur: field.blur,
    },
  };
}

/** Returns the decimal separator of the user's language. */
export const useSeparator = (): '.' | ',' => (separatorsOf(useFormat().locale).decimal === ',' ? ',' : '.');

/** Returns whether the place can be written: see `isReachable`. */
function useIsAttached(path: FieldPath): boolean {
  const { control, isWritable } = useRecordContext();
  const parent = fieldName(path.slice(0, -1)) || fieldName(path);
  return useWatch({ control, name: parent, exact: true, compute: () => isWritable(path) });
}

function useRegistration(
  { path, label, kind = 'text', isRequired = false, nameOf, show }: FieldDescription,
  name: string,
): void {
  const { fields } = useRecordContext();
  const section = use(SectionContext);
  const pointer = pointerOf(path);
  const latest = useRef({ show, nameOf });
  useLayoutEffect(() => {
    latest.current = { show, nameOf };
  });
  useLayoutEffect(
    () =>
      fields.add({
        pointer,
        name,
        label,
        section,
        kind,
        isRequired,
        show: (shown) => latest.current.show(shown),
        nameOf: (rest) => latest.current.nameOf?.(rest) ?? rest.join(' / '),
      }),
    [fields, pointer, name, label, section, kind, isRequired],
  );
}

/** Returns a function for error messages in the user's language; with `place`, only for errors of that place. */
function useErrorTexts({ path, kind = 'text' }: FieldDescription) {
  const say = useFormText();
  const text = useResourceText();
  const separator = useSeparator();
  return (error: FieldError | undefined, value: Json | undefined, place: FieldPath = path) => {
    const problem = problemsOfError(error).find(
      ({ pointer }) => place === path || pointer === pointerOf(place),
    );
    if (!problem) return undefined;
    // A rule of the resource may have words of its own.
    const own = `${path.join('.')}!${problem.code}`;
    const faulty = valueAt(value, pathOf(problem.pointer).slice(path.length));
    if (text(own) !== own) return text(own, { value: textOf(faulty) });
    return problemText(problem, faulty, kind, say, separator);
  };
}
