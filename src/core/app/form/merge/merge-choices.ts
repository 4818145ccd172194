import { pointerOf } from '../../../contract/problem';
import {
  mergeRecords,
  withChoice,
  type Merge,
  type MergedChange,
  type ResolvedChange,
} from '../../record/merge';
import { sameValue, type Json, type JsonObject } from '../../record/json';
import type { Resource } from '../../../contract/resource';
import { isServerOwned } from '../engine/validate';

/** What was decided at a conflict: one side's value, or one that was typed. */
export interface Choice {
  readonly from: 'mine' | 'theirs' | 'typed';
  readonly value: Json | undefined;
  /** My value when it was decided: a decision about another one no longer holds. */
  readonly mine: Json | undefined;
}

/** Decisions by the pointer of their conflict. */
export type Choices = ReadonlyMap<string, Choice>;

/** A merge with its decisions. */
export interface Decided {
  readonly conflicts: readonly (MergedChange & { readonly choice: Choice | undefined })[];
  /** What needed no decision, without what the service writes itself. */
  readonly settled: readonly ResolvedChange[];
  readonly left: number;
  /** The record to save, once nothing is left to decide. */
  readonly result: JsonObject;
}

/** Merges, and puts the decisions in. */
export function decide(
  resource: Resource,
  sides: { base: JsonObject; mine: JsonObject; theirs: JsonObject },
  choices: Choices,
): Decided {
  const merge: Merge = mergeRecords(sides.base, sides.mine, sides.theirs);
  const conflicts = merge.conflicts.map((conflict) => {
    const choice = choices.get(pointerOf(conflict.path));
    return { ...conflict, choice: choice && sameValue(choice.mine, conflict.mine) ? choice : undefined };
  });
  return {
    conflicts,
    settled: merge.resolved.filter(({ path }) => !isServerOwned(resource, path)),
    left: conflicts.filter(({ choice }) => !choice).length,
    result: conflicts.reduce(
      (record, { path, choice }) => (choice ? withChoice(record, path, choice.value) : record),
      merge.merged,
    ),
  };
}
