/** The files that tables are written as, in the order in which every menu offers them. */
export const fileKinds = ['xlsx', 'csv'] as const;

/** What people call them, in every language. */
export const fileKindNames = { xlsx: 'Excel', csv: 'CSV' } as const;
