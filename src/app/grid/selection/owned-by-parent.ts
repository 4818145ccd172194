/** Returns whether a record belongs to an ancestor company (docs/design.md#company-scope). */
export const isOwnedByParent = (company: unknown, ownCompany: string | null): boolean =>
  typeof company === 'string' && ownCompany !== null && company !== ownCompany;
