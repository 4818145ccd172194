import { pathOf, pointerOf } from '@/contract/pointer';
import type { Json, Path } from '@/record/json';
import type { ValueKind } from './problem-text';
import { createListeners } from '@/ui/state/listeners';

/** A control on the page: the place it edits, its label, and the format of its values. */
export interface RegisteredField {
  /** JSON pointer of its place in the record. */
  readonly pointer: string;
  /** The name under which React Hook Form keeps its errors. */
  readonly name: string;
  readonly label: string;
  /** The id of its section. */
  readonly section: string;
  readonly kind: ValueKind;
  /** A record cannot be saved without it. */
  readonly isRequired?: boolean;
  /** Returns the label of a place within it that has no control of its own. */
  readonly nameOf?: ((rest: Path) => string) | undefined;
  readonly show: (value: Json | undefined) => string;
}

/** The controls on the page, looked up by the pointers of problems and changes. */
export interface FieldRegistry {
  /** Adds a control; returns the function that removes it. */
  add(field: RegisteredField): () => void;
  /** Returns the control that edits a pointer: its own, or the nearest one above it. */
  fieldAt(pointer: string): RegisteredField | undefined;
  /** Returns whether controls edit everything at a pointer, something within it, or nothing. */
  covers(pointer: string): 'all' | 'within' | 'nothing';
  /** Returns the controls that must be filled in. */
  required(): readonly RegisteredField[];
  /** Counts up with every control that is added or removed. */
  readonly version: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates an empty registry. */
export function createFieldRegistry(): FieldRegistry {
  const fields = new Map<string, RegisteredField[]>();
  const listeners = createListeners();
  let version = 0;

  function changed(): void {
    version += 1;
    listeners.notify();
  }

  return {
    add(field) {
      fields.set(field.pointer, [...(fields.get(field.pointer) ?? []), field]);
      changed();
      return () => {
        const rest = fields.get(field.pointer)?.filter((other) => other !== field) ?? [];
        if (rest.length > 0) fields.set(field.pointer, rest);
        else fields.delete(field.pointer);
        changed();
      };
    },
    fieldAt(pointer) {
      const path = pathOf(pointer);
      for (let length = path.length; length > 0; length -= 1) {
        const field = fields.get(pointerOf(path.slice(0, length)))?.at(-1);
        if (field) return field;
      }
      return undefined;
    },
    covers(pointer) {
      // The control of `/data` as a whole is the JSON box, which edits what no other control does.
      const covered = [...fields.keys()].filter((at) => at !== '/data');
      if (covered.some((at) => isWithin(pointer, at))) return 'all';
      return covered.some((at) => isWithin(at, pointer)) ? 'within' : 'nothing';
    },
    required: () =>
      [...fields.values()].flatMap((same) => same.filter((field) => field.isRequired).slice(-1)),
    version: () => version,
    subscribe: listeners.subscribe,
  };
}

/** Returns whether a pointer names the place `at` or a place within it. */
const isWithin = (pointer: string, at: string): boolean => pointer === at || pointer.startsWith(`${at}/`);
