import type { NewValue } from './pending';

/** Something that can be taken back. */
export type Step =
  /** A single cell that was saved by itself; the cell edits have their own stack. */
  | { readonly kind: 'single' }
  /** A change set that was applied at once. */
  | { readonly kind: 'set'; readonly id: string; readonly records: readonly string[] }
  /** Changes of the draft: the values to go back to, and those to do again. */
  | { readonly kind: 'collected'; readonly before: readonly NewValue[]; readonly after: readonly NewValue[] };

/** The steps that can be taken back and done again, the latest last. */
export interface UndoStack {
  push: (step: Step) => void;
  /** Returns the latest step, and removes it. */
  popUndo: () => Step | undefined;
  popRedo: () => Step | undefined;
  /** Adds a step that was taken back, or one that was done again. */
  pushRedo: (step: Step) => void;
  pushUndo: (step: Step) => void;
  /** Forgets the changes of a draft that is gone. */
  forgetCollected: () => void;
}

/** Creates an empty stack. */
export function createUndoStack(): UndoStack {
  let undo: Step[] = [];
  let redo: Step[] = [];
  return {
    push(step) {
      undo.push(step);
      redo = [];
    },
    popUndo: () => undo.pop(),
    popRedo: () => redo.pop(),
    pushRedo: (step) => redo.push(step),
    pushUndo: (step) => undo.push(step),
    forgetCollected() {
      undo = undo.filter(({ kind }) => kind !== 'collected');
      redo = redo.filter(({ kind }) => kind !== 'collected');
    },
  };
}
