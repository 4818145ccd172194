/**
 * Whether a register is counted: it has z reports, and each of them has a count (docs/report.md#checks). The same rule in SQL is
 * `countedRegisters` (drawers.server.ts).
 */
export const isCounted = (readings: readonly { readonly counted: unknown }[]): boolean =>
  readings.length > 0 && readings.every(({ counted }) => counted !== null && counted !== undefined);
