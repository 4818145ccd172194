import type { NewValue } from './pending';

/** Something that can be taken back. */
export type Step =
  /** A single cell that was saved by itself; the cell edits have their own stack. */
  | { readonly kind: 'single' }
  /** A change set that was applied at once. */
  | { readonly kind: 'set'; readonly id: string; readonly records: readonly string[] }
  /** Records that were stored one by one: the values to go back to, and those to store again. */
  | { readonly kind: 'records'; readonly before: readonly NewValue[]; readonly after: readonly NewValue[] }
  /** Changes of the draft: the values to go back to, and those to do again. */
  | { readonly kind: 'collected'; readonly before: readonly NewValue[]; readonly after: readonly NewValue[] };

/** A step in the order in which they were begun; while it is under way, what resolves when it has ended. */
interface Place {
  step: Step | Promise<unknown>;
  /** Whether it can be taken back; if not, it was, and can be done again. */
  isDone: boolean;
}

/** Creates the steps of a list. Each has its place from when it was begun: what is stored late is not the latest. */
export function createSteps() {
  let places: Place[] = [];
  const remove = (gone: Place) => {
    places = places.filter((place) => place !== gone);
  };
  const forgetUndone = () => {
    places = places.filter(({ isDone }) => isDone);
  };
  return {
    /** Adds a step, or one that is under way: null if nothing came of it. Then what was taken back is done again no more. */
    push(step: Step | Promise<Step | null>) {
      const place: Place = { step, isDone: true };
      places.push(place);
      if (!(step instanceof Promise)) {
        forgetUndone();
        return;
      }
      place.step = step
        .catch(() => null)
        .then((ended) => {
          if (!ended) {
            remove(place);
            return;
          }
          place.step = ended;
          forgetUndone();
        });
    },
    /** Adds a step that is older than the others. */
    addFirst(step: Step, isDone: boolean) {
      places.unshift({ step, isDone });
    },
    /** Returns the step that an undo or a redo is of. */
    next: (isUndo: boolean): Place | undefined =>
      isUndo ? places.findLast(({ isDone }) => isDone) : places.find(({ isDone }) => !isDone),
    remove,
    /** Notes that a step is taken back; it can be done again unless there are newer ones. */
    undone(place: Place) {
      if (places.slice(places.indexOf(place) + 1).some(({ isDone }) => isDone)) remove(place);
      else place.isDone = false;
    },
    /** Forgets the changes of a draft that is gone. */
    forgetCollected() {
      places = places.filter(({ step }) => step instanceof Promise || step.kind !== 'collected');
    },
  };
}
