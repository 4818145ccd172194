/** The files that tables are written as, in the order in which every menu offers them. */
export const fileKinds = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof fileKinds)[number];

/** What people call them, in every language. */
export const fileKindNames = { xlsx: 'Excel', csv: 'CSV' } as const;

/** Returns the entries of a menu that writes a table as each of them. */
export const fileEntries = (onWrite: (format: FileFormat) => void) =>
  fileKinds.map((format) => ({ label: fileKindNames[format], onClick: () => onWrite(format) }));
