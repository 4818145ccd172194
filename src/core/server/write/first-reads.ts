import { sql, type RawBuilder } from 'kysely';
import type { FieldProblem } from '@/core/contract/problem';
import { trusted, type Tx } from '../db/db';
import { wireTime } from '../db/table';
import type { Item } from '../http/items';
import { checkReferences, type Existing } from './references';
import type { Stored } from './stored';
import type { WriteContext } from './write-context';

/** What a write reads first: the records that its items name, now locked, and what these refer to. */
export interface FirstReads {
  readonly stored: ReadonlyMap<string, Stored>;
  /** Returns the problems of references to what does not exist. */
  readonly missing: (tx: Tx) => Promise<FieldProblem[]>;
}

/**
 * Returns the statements of the first reads, which need nothing of each other and are sent in one round trip, and how to
 * read their rows.
 */
export function firstReads(
  context: WriteContext,
  items: readonly Item[],
): {
  readonly statements: readonly RawBuilder<unknown>[];
  readonly readFrom: (rows: readonly unknown[][]) => FirstReads;
} {
  const locking = lockStatement(context, items);
  const references = checkReferences(context, items);
  return {
    statements: [locking, references.statement].filter((statement) => statement !== null),
    readFrom: (rows) => {
      // Of the types of their statements, in the same order.
      const records = (locking ? rows[0] : []) as Stored[];
      const existing = (references.statement ? rows.at(-1) : []) as Existing[];
      return {
        stored: new Map(records.map((row) => [row.id, row])),
        missing: (tx) => references.missing(tx, existing),
      };
    },
  };
}

/** Reads the same in an open transaction. */
export async function readFirst(tx: Tx, context: WriteContext, items: readonly Item[]): Promise<FirstReads> {
  const reads = firstReads(context, items);
  const rows: unknown[][] = [];
  for (const statement of reads.statements) rows.push(await tx.rows<unknown>(statement));
  return reads.readFrom(rows);
}

/** Returns the statement that locks the company's own records which the items name, in id order; null if they name none. */
function lockStatement({ table, caller }: WriteContext, items: readonly Item[]): RawBuilder<Stored> | null {
  const ids = [...new Set(items.filter((item) => item.idGiven).map((item) => item.id))];
  if (ids.length === 0) return null;
  return sql<Stored>`
    select t.id, t.version, t.active, t.company_id, ${trusted(wireTime('t.created_at'))} as created_at
    from ${sql.table(table.resource.name)} t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = any(${ids}::uuid[])
    order by t.id for no key update`;
}
