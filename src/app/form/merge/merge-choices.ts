import { pointerOf } from '@/contract/pointer';
import { mergeRecords, withChoice, type Merge, type MergedChange, type ResolvedChange } from '@/record/merge';
import { sameValue, type Json, type JsonObject } from '@/record/json';
import type { Resource } from '@/contract/resource';
import { isServerOwned } from '../engine/validate';

/** The user's decision about a conflict: one side's value, or a typed one. */
export interface Choice {
  readonly from: 'mine' | 'theirs' | 'typed';
  readonly value: Json | undefined;
  /** The user's value at the time of the decision; the decision does not apply to another value. */
  readonly mine: Json | undefined;
}

/** Decisions by the JSON pointer of their conflict. */
export type Choices = ReadonlyMap<string, Choice>;

/** A merge with the decisions applied. */
export interface DecidedMerge {
  readonly conflicts: readonly (MergedChange & { readonly choice: Choice | undefined })[];
  /** Changes without a conflict, except for server-owned fields. */
  readonly settled: readonly ResolvedChange[];
  readonly undecidedCount: number;
  /** The record to save once every conflict is decided. */
  readonly result: JsonObject;
}

/** Merges three versions and applies the decisions. */
export function applyChoices(
  resource: Resource,
  sides: { base: JsonObject; mine: JsonObject; theirs: JsonObject },
  choices: Choices,
): DecidedMerge {
  const merge: Merge = mergeRecords(sides.base, sides.mine, sides.theirs);
  const conflicts = merge.conflicts.map((conflict) => {
    const choice = choices.get(pointerOf(conflict.path));
    return { ...conflict, choice: choice && sameValue(choice.mine, conflict.mine) ? choice : undefined };
  });
  return {
    conflicts,
    settled: merge.resolved.filter(({ path }) => !isServerOwned(resource, path)),
    undecidedCount: conflicts.filter(({ choice }) => !choice).length,
    result: conflicts.reduce(
      (record, { path, choice }) => (choice ? withChoice(record, path, choice.value) : record),
      merge.merged,
    ),
  };
}
