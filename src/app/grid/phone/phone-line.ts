import type { Screen, ScreenColumn } from '../../shell/screen';

/** What a row of a list shows on a phone: two lines at the left, two figures at the right. */
export interface PhoneLine {
  /** The figure beside the name. */
  readonly amount: ScreenColumn | undefined;
  /** The figure below it. */
  readonly note: ScreenColumn | undefined;
  /** What stands below the name: the code, then what sorts the records into kinds. */
  readonly under: readonly ScreenColumn[];
}

/** The most columns below the name, so that they can be read at 390 px. */
const maxUnder = 2;

/**
 * Returns what a screen's rows show on a phone: of the columns that are never hidden, the strong figure and the next
 * one, and the first others in their order.
 */
export function phoneLine({ columns }: Screen): PhoneLine {
  const kept = columns.filter(({ extra, priority = 1, as }) => !extra && priority === 1 && as !== 'name');
  const figures = kept.filter(({ align }) => align === 'right');
  const strong = figures.findIndex(({ tone }) => tone === 'strong');
  const first = Math.max(strong, 0);
  return {
    amount: figures[first],
    note: figures[first + 1],
    // A text of any length comes last, where it can be cut.
    under: kept
      .filter(({ align, as }) => align !== 'right' && as !== 'moment')
      .slice(0, maxUnder)
      .toSorted((one, other) => (one.grows ?? 0) - (other.grows ?? 0)),
  };
}
