import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ListQuery } from '@/contract/paging';
import type { Caller } from '../auth/caller';
import type { Database } from '../db/db';
import { badRequest } from '../http/problems';
import { companyKey } from '../write/scope-key';
import { sealText, openText } from './sealed-text';

/** The position of a cursor: the sort values of the last row, as text, and its `seq`. Before any row it is `seq` 0. */
export interface Position {
  readonly values: readonly (string | null)[];
  readonly seq: number;
}

/**
 * Returns an opaque cursor (docs/interface.md#46-pagination): a position, encrypted, and bound to the tenant, the
 * company and the query, so that a changed or borrowed one is refused. `seq` counts the rows of all tenants and its
 * length would still reveal how many, so it is padded.
 */
export function encodeCursor(secret: Buffer, caller: Caller, query: ListQuery, position: Position): string {
  const text = JSON.stringify([position.values, String(position.seq).padStart(16, '0')]);
  return sealText(secret, purpose, contextOf(caller, query), text);
}

const purpose = 'cursor';
const shape = z.tuple([z.array(z.string().nullable()), z.string().regex(/^\d+$/)]);

/** Decrypts a cursor. @throws 400 `invalid_cursor` for one that this service did not issue for this query. */
export function decodeCursor(secret: Buffer, caller: Caller, query: ListQuery, cursor: string): Position {
  const text = openText(secret, purpose, contextOf(caller, query), cursor);
  if (text === null) {
    throw badRequest('invalid_cursor', 'The cursor is not one that this query gave', [
      { pointer: '?cursor', code: 'invalid_cursor', detail: 'Start again without a cursor' },
    ]);
  }
  const [values, seq] = shape.parse(JSON.parse(text));
  return { values, seq: Number(seq) };
}

function contextOf(caller: Caller, query: ListQuery): string {
  const { paging: _, equals, excludes, ...rest } = query;
  // The same query, whatever the order of its parameters.
  const filters = [equals, excludes].map((some) =>
    Object.entries(some).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const question = [rest, ...filters];
  return JSON.stringify([companyKey(caller), question]);
}

const secrets = new WeakMap<Database, Buffer>();

/** Returns the key that encrypts cursors, from the database that all processes share. It is read once. */
export async function readSecret(db: Database): Promise<Buffer> {
  const known = secrets.get(db);
  if (known) return known;
  const { rows } = await sql<{ value: Buffer }>`select value from secret where name = 'cursor'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database holds no cursor secret');
  secrets.set(db, row.value);
  return row.value;
}

/** Replaces the key that encrypts cursors: processes that start from now on refuse cursors of before with 400. */
export async function renewSecret(db: Database): Promise<void> {
  await sql`update secret set value = ${randomBytes(32)} where name = 'cursor'`.execute(db);
}
