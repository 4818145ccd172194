import { pathOf, pointerOf, type FieldProblem } from '../../contract/problem';
import type { Resource } from '../../contract/resource';
import { changesBetween, type Change } from '../record/diff';
import {
  isArray,
  isObject,
  sameValue,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from '../record/json';
import { mergeRecords, withChoice } from '../record/merge';
import type { ValueKind } from './problem-text';
import { emptyValue, problemsOf } from './validate';

/** A control on the screen: what it edits, what it is called, and how a value of it reads. */
export interface BoundField {
  readonly pointer: string;
  readonly label: string;
  readonly section: string;
  readonly kind: ValueKind;
  /** What a place within it is called, where that place has no control of its own. */
  readonly nameOf?: ((rest: Path) => string) | undefined;
  readonly show: (value: Json | undefined) => string;
}

/** A record while it is edited. */
export interface RecordState {
  /** As the service has it; for a new record, what it would be if nothing were filled in. */
  readonly base: JsonObject;
  /** The version that `base` was read as; null where the service names none, and for a new record. */
  readonly etag: string | null;
  readonly isNew: boolean;
  /** As it stands in the form. */
  readonly current: JsonObject;
  readonly changes: readonly Change[];
  /** All that is wrong with `current`, by the contract and by the service's last answer. */
  readonly problems: readonly FieldProblem[];
  /** Those of `problems` that the person has been told of. */
  readonly shown: readonly FieldProblem[];
}

/** A record under edit, outside of React: fields subscribe to it, each to its own value. */
export interface RecordStore {
  readonly resource: Resource;
  readonly readOnly: boolean;
  get(): RecordState;
  subscribe(listener: () => void): () => void;
  /** Puts a value at a path; `undefined` removes the key. */
  set(path: Path, value: Json | undefined): void;
  /** Empties a value, in the way that its place on the wire has for it. */
  clear(path: Path): void;
  /** Puts a value at the end of a list, which is made if there is none. */
  append(path: Path, value: Json): void;
  /** A field was left: what is wrong with it may be said now. */
  leave(path: Path): void;
  /** Everything that is wrong may be said now. */
  tell(): void;
  /** What the service refused, until the values in question change. */
  refuse(problems: readonly FieldProblem[]): void;
  discard(): void;
  /** The service stored `sent` and answered `record`: what was typed since then stays. */
  saved(sent: JsonObject, record: JsonObject, etag: string | null): void;
  /** Goes on from a newer version of the record, with these values in the form. */
  rebase(base: JsonObject, etag: string | null, current: JsonObject): void;
  /** Announces a control; the answer takes it back. */
  bind(field: BoundField): () => void;
  /** Changes with every control that comes or goes. */
  fieldCount(): number;
  subscribeFields(listener: () => void): () => void;
  /** Whether controls edit all of the place a pointer names, something within it, or nothing there. */
  covers(pointer: string): 'all' | 'within' | 'nothing';
  /** Typing that cannot be put into the record is a problem of its own, until it can. */
  hold(pointer: string, problem: FieldProblem | undefined): void;
  /** The control at which a pointer is edited: its own, or the nearest one above it. */
  fieldAt(pointer: string): BoundField | undefined;
}

/**
 * Why no form library: a record is a tree whose keys come and go and may hold dots, and whose
 * numbers are objects. React Hook Form 7.92 gives a removed key its old value back.
 */
export function createRecordStore(given: {
  resource: Resource;
  base: JsonObject;
  etag: string | null;
  isNew: boolean;
  readOnly: boolean;
}): RecordStore {
  const { resource, isNew: startsNew } = given;
  const fields = new Map<string, BoundField[]>();
  const listeners = new Set<() => void>();
  const fieldListeners = new Set<() => void>();
  const held = new Map<string, FieldProblem>();
  let fieldVersion = 0;
  let left = new Set<string>();
  let told = false;
  let refused: readonly { problem: FieldProblem; value: Json | undefined }[] = [];
  let state = derive({ base: given.base, etag: given.etag, isNew: startsNew, current: given.base });

  function derive(next: Pick<RecordState, 'base' | 'etag' | 'isNew' | 'current'>): RecordState {
    const { base, current, isNew } = next;
    refused = refused.filter(({ problem, value }) =>
      sameValue(valueAt(current, pathOf(problem.pointer)), value),
    );
    const ours = [...problemsOf(resource, isNew ? null : base, current), ...held.values()];
    const isOurs = (pointer: string) => ours.some((problem) => problem.pointer === pointer);
    const theirs = refused.map(({ problem }) => problem).filter(({ pointer }) => !isOurs(pointer));
    const shown = [
      ...ours.filter(({ pointer }) => told || [...left].some((at) => isWithin(pointer, at))),
      ...theirs,
    ];
    return { ...next, changes: changesBetween(base, current), problems: [...ours, ...theirs], shown };
  }

  function become(change: Partial<Pick<RecordState, 'base' | 'etag' | 'isNew' | 'current'>>): void {
    const { base, etag, isNew, current } = state;
    state = derive({ base, etag, isNew, current, ...change });
    for (const listener of listeners) listener();
  }

  function fieldsChanged(): void {
    fieldVersion += 1;
    for (const listener of fieldListeners) listener();
  }

  function calm(): void {
    held.clear();
    left = new Set();
    told = false;
    refused = [];
  }

  return {
    resource,
    readOnly: given.readOnly,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(path, value) {
      const next = withValueAt(state.current, path, value);
      const tidy = value === undefined ? withoutEmptied(state.base, next, path.slice(0, -1)) : next;
      if (isObject(tidy)) become({ current: tidy });
    },
    clear(path) {
      this.set(path, emptyValue(resource, state.base, state.current, path));
    },
    append(path, value) {
      const list = valueAt(state.current, path);
      this.set(path, [...(isArray(list) ? list : []), value]);
    },
    leave(path) {
      const pointer = pointerOf(path);
      if (left.has(pointer)) return;
      left.add(pointer);
      become({});
    },
    tell() {
      told = true;
      become({});
    },
    refuse(problems) {
      refused = problems.map((problem) => ({
        problem,
        value: valueAt(state.current, pathOf(problem.pointer)),
      }));
      become({});
    },
    discard() {
      calm();
      become({ current: state.base });
    },
    saved(sent, record, etag) {
      calm();
      const { merged, conflicts } = mergeRecords(sent, state.current, record);
      const current = conflicts.reduce((tree, { path, mine }) => withChoice(tree, path, mine), merged);
      become({ base: record, etag, isNew: false, current });
    },
    rebase: (base, etag, current) => become({ base, etag, isNew: false, current }),
    bind(field) {
      fields.set(field.pointer, [...(fields.get(field.pointer) ?? []), field]);
      fieldsChanged();
      return () => {
        fieldsChanged();
        const rest = fields.get(field.pointer)?.filter((other) => other !== field) ?? [];
        if (rest.length > 0) fields.set(field.pointer, rest);
        else fields.delete(field.pointer);
      };
    },
    fieldCount: () => fieldVersion,
    subscribeFields(listener) {
      fieldListeners.add(listener);
      return () => fieldListeners.delete(listener);
    },
    covers(pointer) {
      // The control of `/data` as a whole is the one that edits what is left over.
      const bound = [...fields.keys()].filter((at) => at !== '/data');
      if (bound.some((at) => isWithin(pointer, at))) return 'all';
      return bound.some((at) => isWithin(at, pointer)) ? 'within' : 'nothing';
    },
    hold(pointer, problem) {
      if (problem) held.set(pointer, problem);
      else if (!held.delete(pointer)) return;
      become({});
    },
    fieldAt(pointer) {
      for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
        const field = fields.get(at)?.at(-1);
        if (field) return field;
      }
      return undefined;
    },
  };
}

/** Whether a pointer names the place `at` or one below it. */
export const isWithin = (pointer: string, at: string): boolean =>
  pointer === at || pointer.startsWith(`${at}/`);

/** An object that was made for a value goes again with its last value, so that no change is left behind. */
function withoutEmptied(base: JsonObject, tree: Json | undefined, path: Path): Json | undefined {
  const object = valueAt(tree, path);
  if (path.length < 2 || !isObject(object) || Object.keys(object).length > 0) return tree;
  if (valueAt(base, path) !== undefined) return tree;
  return withoutEmptied(base, withValueAt(tree, path, undefined), path.slice(0, -1));
}
