import type { Choice } from '@/contract/change-set';
import type { OverlapFate } from '@/contract/change-set-outcome';
import { pointerOf } from '@/contract/pointer';
import { decide, type Cell, type Decision } from '@/record/cells';
import { sameText } from '@/record/diff';
import type { Json, Path } from '@/record/json';

/** What one set does to a record, and when: `at` and `until` in milliseconds; `isApplied`: only its end is to come. */
export interface Part {
  readonly set: string;
  readonly at: number;
  readonly until: number | null;
  readonly isApplied: boolean;
  readonly cells: readonly Omit<Cell, 'now'>[];
  readonly choices: Readonly<Record<string, Choice>>;
}

/** What becomes of one cell of a set that other sets change, too. */
export interface SharedCell {
  readonly set: string;
  readonly others: readonly {
    readonly set: string;
    readonly order: 'before' | 'after';
    readonly fate: OverlapFate;
  }[];
  readonly ends: 'this' | 'other' | 'before';
}

/** What stands at a path inside or around one that a set has changed: unlike anything that a set was made from. */
const elsewhere: Json = { '\u0000': true };

const keyOf = (path: Path): string => JSON.stringify(path);
const isWithin = (path: Path, other: Path): boolean => other.every((segment, at) => path[at] === segment);
const overlaps = (a: Path, b: Path): boolean => isWithin(a, b) || isWithin(b, a);
const isSame = (a: Json | undefined, b: Json | undefined): boolean => sameText(a ?? null, b ?? null);

interface Made {
  readonly value: Json | undefined;
  readonly before: Json | undefined;
}

/**
 * Returns what becomes of the cells of a record that several sets change, by applying and ending the sets in the order of
 * their times, with the rules of an apply (record/cells.ts): an item with one conflict waits whole. `now` has the value of
 * each path that a part names, by its path as JSON text.
 */
export function sharedCells(
  parts: readonly Part[],
  now: ReadonlyMap<string, Json | undefined>,
): SharedCell[] {
  const values = new Map(now);
  const paths = new Map(parts.flatMap(({ cells }) => cells.map(({ path }) => [keyOf(path), path] as const)));
  const write = (path: Path, value: Json | undefined) => {
    for (const [key, other] of paths) if (overlaps(path, other)) values.set(key, elsewhere);
    values.set(keyOf(path), value);
  };
  const made = new Map<string, Map<string, Made>>();
  const fates = new Map<string, Map<string, { fate: Decision['fate']; found: Json | undefined }>>();
  for (const part of parts.filter(({ isApplied }) => isApplied)) {
    const own = part.cells.filter(({ path, after }) => isSame(values.get(keyOf(path)), after));
    made.set(
      part.set,
      new Map(own.map(({ path, after, base }) => [keyOf(path), { value: after, before: base }])),
    );
  }
  const apply = (part: Part) => {
    const decisions = part.cells.map((cell) =>
      decide({ ...cell, now: values.get(keyOf(cell.path)) }, part.choices[pointerOf(cell.path)]),
    );
    const waits = decisions.some(({ fate }) => fate === 'conflict');
    const own = new Map<string, Made>();
    fates.set(
      part.set,
      new Map(
        decisions.map(({ cell, fate }) => [
          keyOf(cell.path),
          { fate: waits && fate === 'change' ? 'conflict' : fate, found: cell.now },
        ]),
      ),
    );
    made.set(part.set, own);
    if (waits) return;
    for (const { cell, fate, value } of decisions) {
      if (fate !== 'change') continue;
      own.set(keyOf(cell.path), { value, before: cell.now });
      write(cell.path, value);
    }
  };
  const end = (part: Part) => {
    for (const [key, { value, before }] of made.get(part.set) ?? [])
      if (isSame(values.get(key), value)) write(paths.get(key) ?? [], before);
  };
  const steps = parts.flatMap((part) => [
    ...(part.isApplied ? [] : [{ at: part.at, run: () => apply(part) }]),
    ...(part.until === null ? [] : [{ at: part.until, run: () => end(part) }]),
  ]);
  for (const { run } of steps.toSorted((a, b) => a.at - b.at)) run();

  const fateOf = (earlier: Part, earlierPath: Path, later: Part, laterPath: Path): OverlapFate => {
    const { fate, found } = fates.get(later.set)?.get(keyOf(laterPath)) ?? {
      fate: 'change',
      found: undefined,
    };
    if (fate === 'conflict') return 'waits';
    if (fate === 'same') return 'alike';
    if (fate === 'kept') return 'stays';
    const left = made.get(earlier.set)?.get(keyOf(earlierPath));
    return left && isSame(found, left.value) ? 'replaces' : 'apart';
  };
  return parts
    .filter(({ isApplied }) => !isApplied)
    .flatMap((part) =>
      part.cells.flatMap(({ path, after }): SharedCell[] => {
        const others = parts.flatMap((other) => {
          const theirs = other === part ? undefined : other.cells.find((cell) => overlaps(cell.path, path));
          return theirs ? [{ other, theirs }] : [];
        });
        if (others.length === 0) return [];
        const value = values.get(keyOf(path));
        const isTheirs = others.some(({ theirs }) => isSame(value, theirs.after)) || value === elsewhere;
        return [
          {
            set: part.set,
            others: others.map(({ other, theirs }) => {
              const isBefore = parts.indexOf(other) < parts.indexOf(part);
              return {
                set: other.set,
                order: isBefore ? ('before' as const) : ('after' as const),
                fate: isBefore
                  ? fateOf(other, theirs.path, part, path)
                  : fateOf(part, path, other, theirs.path),
              };
            }),
            ends: isSame(value, after) ? 'this' : isTheirs ? 'other' : 'before',
          },
        ];
      }),
    );
}
