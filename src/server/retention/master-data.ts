/**
 * The resources whose old events may be removed (docs/decisions/154-retention-of-events.md). Those that reports, checks and
 * the law of reductions read as of a day are not among them: taxes, tenders, accounts, locations, registers, price lists; nor
 * are the books, people, keys and change sets. The database has the same list (schema/retention.sql), and refuses any other.
 */
export const masterData: readonly string[] = ['plu', 'dpt', 'grp', 'supplier', 'discount', 'customer'];
