import { use, useLayoutEffect, useRef, type ReactNode } from 'react';
import { pathOf, pointerOf } from '../../contract/problem';
import { separatorsOf } from '../format';
import { useFormat } from '../use-format';
import { sameValue, valueAt, type Json, type Path } from '../record/json';
import { SectionContext, useFormText, useRecord, useRecordStore, useResourceText } from './form-context';
import { problemText, type ValueKind } from './problem-text';
import { isWithin } from './record-store';

/** How a field of the record is named and shown. The label is the resource's text by the field's name. */
export interface FieldSpec<Name extends string = string> {
  /** Its name on the wire; inside `data` by dots: `data.address.street`. */
  readonly name: Name;
  /** Its place, where a key in it holds a dot. */
  readonly path?: Path;
  /** Columns of twelve. */
  readonly span?: number;
  readonly label?: string;
  readonly help?: ReactNode;
}

/** A value of the record, ready for a control. */
export interface Bound {
  readonly path: Path;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly clear: () => void;
  readonly leave: () => void;
  readonly label: string;
  readonly error: string | undefined;
  readonly changed: boolean;
  /** "Was 3.70". */
  readonly was: string | undefined;
  readonly readOnly: boolean;
}

/**
 * Binds a control to a place in the record: its value, what is wrong with it, what it was. Problems
 * below that place are its own too, unless another control stands nearer to them.
 */
export function useBound(given: {
  path: Path;
  label: string;
  kind?: ValueKind;
  nameOf?: (rest: Path) => string;
  show: (value: Json | undefined) => string;
}): Bound {
  const { path, label, kind = 'text', nameOf, show } = given;
  const store = useRecordStore();
  const section = use(SectionContext);
  const say = useFormText();
  const separator = useSeparator();
  const pointer = pointerOf(path);
  const value = useRecord((state) => valueAt(state.current, path));
  const was = useRecord((state) => valueAt(state.base, path));
  const isNew = useRecord((state) => state.isNew);
  const problem = useRecord((state) =>
    state.shown.find(
      (one) => isWithin(one.pointer, pointer) && store.fieldAt(one.pointer)?.pointer === pointer,
    ),
  );
  const faulty = useRecord((state) => problem && valueAt(state.current, pathOf(problem.pointer)));

  const latest = useRef({ show, nameOf });
  useLayoutEffect(() => {
    latest.current = { show, nameOf };
  });
  useLayoutEffect(
    () =>
      store.bind({
        pointer,
        label,
        section,
        kind,
        show: (shown) => latest.current.show(shown),
        nameOf: (rest) => latest.current.nameOf?.(rest) ?? rest.join(' / '),
      }),
    [store, pointer, label, section, kind],
  );

  const changed = !isNew && !sameValue(was, value);
  const shownWas = changed ? show(was) : '';
  return {
    path,
    value,
    set: (next) => store.set(path, next),
    clear: () => store.clear(path),
    leave: () => store.leave(path),
    label,
    error: problem && problemText(problem, faulty, kind, say, separator),
    changed,
    was: changed ? (shownWas === '' ? say('wasEmpty') : say('was', { value: shownWas })) : undefined,
    readOnly: store.readOnly,
  };
}

/** The props that every field of the kit takes, for a field of the resource. */
export function useField(spec: FieldSpec, show: (value: Json | undefined) => string, kind?: ValueKind) {
  const store = useRecordStore();
  const text = useResourceText();
  const path = spec.path ?? spec.name.split('.');
  const bound = useBound({ path, label: spec.label ?? text(spec.name), show, ...(kind && { kind }) });
  const top = path.length === 1 ? store.resource.fields[path[0] ?? ''] : undefined;
  return {
    ...bound,
    frame: {
      name: pointerOf(path),
      label: bound.label,
      error: bound.error,
      changed: bound.changed,
      was: bound.was,
      readOnly: bound.readOnly,
      required: top !== undefined && top.default === undefined,
      span: spec.span,
      help: spec.help,
      onBlur: bound.leave,
    },
  };
}

/** What a decimal is typed with in the user's language. */
export const useSeparator = (): '.' | ',' => (separatorsOf(useFormat().locale).decimal === ',' ? ',' : '.');
