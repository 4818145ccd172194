import type { FieldGroup } from '@/contract/field-groups';
import { ofEverybody, verbs, type Verb } from '@/contract/role';
import { givenRights, hiddenAgainst, neededBy } from '../rights';

/** A part of the table of rights: resources with a right for each verb, and what people do besides. */
export interface RightsGroup {
  readonly name: 'catalogue' | 'people' | 'days' | 'books' | 'administration';
  readonly resources: readonly string[];
  readonly acts: readonly string[];
}

/** All rights that a company's own role may have, as people look for them. */
export const rightsGroups: readonly RightsGroup[] = [
  {
    name: 'catalogue',
    resources: ['plu', 'dpt', 'grp', 'pricelist', 'discount', 'supplier', 'changeset'],
    acts: ['changeset.apply', 'changeset.approve'],
  },
  { name: 'people', resources: ['customer', 'user'], acts: ['customer.export', 'customer.erase'] },
  {
    name: 'days',
    resources: ['businessday', 'sales', 'question'],
    acts: ['report.read', 'report.margin', 'report.acknowledge', 'businessday.close', 'businessday.reopen'],
  },
  {
    name: 'books',
    resources: ['account', 'tax', 'tender', 'reportmail'],
    acts: ['businessday.export', 'month.lock', 'month.unlock'],
  },
  { name: 'administration', resources: ['location', 'pos', 'event'], acts: ['pos.pair', 'shared_view'] },
];

/** The right for a verb of a resource, where one can be given; `everybody`: every role has it. */
export function rightAt(resource: string, verb: Verb): { right: string; isEverybodys: boolean } | null {
  const right = `${resource}.${verb}`;
  if (ofEverybody.includes(right)) return { right, isEverybodys: true };
  return givenRights.includes(right) ? { right, isEverybodys: false } : null;
}

/** Returns the verbs of a resource that a role can be given. */
export const verbsOf = (resource: string): readonly Verb[] =>
  verbs.filter((verb) => rightAt(resource, verb)?.isEverybodys === false);

/** Returns a right with all that it needs. */
export function withNeeded(right: string): readonly string[] {
  const found = new Set([right]);
  // Iterating over a set includes the elements that are added meanwhile.
  for (const one of found) for (const other of neededBy(one)) found.add(other);
  return [...found];
}

/** Returns what stands against a right, or against what it needs, where groups are hidden; null for nothing. */
export const standsAgainst = (right: string, hidden: readonly FieldGroup[]): FieldGroup | null =>
  withNeeded(right)
    .map((one) => hiddenAgainst(one, hidden))
    .find((group) => group !== null) ?? null;

const inOrder = (rights: Iterable<string>): readonly string[] => {
  const given = new Set(rights);
  return givenRights.filter((right) => given.has(right));
};

/** Gives a right with all that it needs, or takes it with all that needs it. */
export function withRight(rights: readonly string[], right: string, isGiven: boolean): readonly string[] {
  if (isGiven) return inOrder([...rights, ...withNeeded(right)]);
  return inOrder(rights.filter((one) => !withNeeded(one).includes(right)));
}

/** Returns the rights without those that would show what is hidden. */
export const withoutShown = (rights: readonly string[], hidden: readonly FieldGroup[]): readonly string[] =>
  inOrder(rights.filter((right) => standsAgainst(right, hidden) === null));
