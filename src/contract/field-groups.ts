/** A path in a record; `*` stands for each entry of a list. */
type FieldPath = readonly string[];

/**
 * Fields that a company's own role may be kept from (docs/security.md#roles): the paths of each group, by resource. What is hidden
 * is absent wherever the record is answered; what is read-only is refused where it is sent with another value.
 */
export const fieldGroups = {
  /** What goods cost. */
  cost: {
    plu: [
      ['data', 'cost_price'],
      ['data', 'supply', '*', 'batch_value'],
    ],
  },
  /** What goods are sold for, and what was taken for them. */
  prices: { plu: [['base_price'], ['data', 'prices'], ['sales_history']] },
  /** Everything of a customer but name and number, with what other systems keep there. */
  customer_details: { customer: [['data']] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly FieldPath[]>>>>;

export type FieldGroup = keyof typeof fieldGroups;
export const fieldGroupNames = Object.keys(fieldGroups) as [FieldGroup, ...FieldGroup[]];

/** Filters and sorts that say what a hidden field holds, by group. */
const saidBy: Readonly<Record<FieldGroup, Readonly<Record<string, readonly string[]>>>> = {
  cost: { plu: ['below_cost', 'low_margin', 'cost_price', 'margin'] },
  prices: { plu: ['below_cost', 'low_margin', 'margin', 'pricelist', 'base_price'] },
  customer_details: {},
};

/** Returns the paths of a resource's records that are in these groups. */
export const pathsIn = (groups: readonly FieldGroup[], resource: string): readonly FieldPath[] =>
  groups.flatMap((group) => {
    const ofResource: Readonly<Record<string, readonly FieldPath[]>> = fieldGroups[group];
    return ofResource[resource] ?? [];
  });

/** Returns whether a filter or sort of a resource says what one of these groups holds. */
export const isSaidBy = (groups: readonly FieldGroup[], resource: string, name: string): boolean =>
  groups.some((group) => saidBy[group][resource]?.includes(name) === true);

/** Returns whether a path is within one of these, or holds it. */
export const touches = (path: FieldPath, others: readonly FieldPath[]): boolean =>
  others.some((other) => {
    const shared = Math.min(path.length, other.length);
    return path.slice(0, shared).every((step, n) => other[n] === '*' || other[n] === step);
  });
