import { pathOf, pointerOf } from '../../../contract/problem';
import type { Json, Path } from '../../record/json';
import type { ValueKind } from './problem-text';
import { createListeners } from '../../../ui/state/listeners';

/** A control on the page: what it edits, what it is called, and how a value of it reads. */
export interface RegisteredField {
  /** The JSON pointer of its place in the record. */
  readonly pointer: string;
  /** Where React Hook Form keeps what is wrong with it. */
  readonly name: string;
  readonly label: string;
  /** The id of its section. */
  readonly section: string;
  readonly kind: ValueKind;
  /** What a place within it is called, where that place has no control of its own. */
  readonly nameOf?: ((rest: Path) => string) | undefined;
  readonly show: (value: Json | undefined) => string;
}

/** The controls on the page, found by the pointers that problems and changes name. */
export interface FieldRegistry {
  /** Adds a control; the answer removes it. */
  add(field: RegisteredField): () => void;
  /** The control at which a pointer is edited: its own, or the nearest one above it. */
  fieldAt(pointer: string): RegisteredField | undefined;
  /** Whether controls edit all of the place a pointer names, something within it, or nothing there. */
  covers(pointer: string): 'all' | 'within' | 'nothing';
  /** Changes with every control that comes or goes. */
  readonly version: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

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
      // The control of `/data` as a whole is the JSON box: it edits what no other control does.
      const covered = [...fields.keys()].filter((at) => at !== '/data');
      if (covered.some((at) => isWithin(pointer, at))) return 'all';
      return covered.some((at) => isWithin(at, pointer)) ? 'within' : 'nothing';
    },
    version: () => version,
    subscribe: listeners.subscribe,
  };
}

/** Whether a pointer names the place `at` or one below it. */
const isWithin = (pointer: string, at: string): boolean => pointer === at || pointer.startsWith(`${at}/`);
