import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ListQuery } from '@/core/contract/paging';
import type { Caller } from './caller';
import type { Database } from './db';
import { badRequest } from './problems';

/**
 * Where a cursor walk stands: the sort values of the last row, as text, and its `seq`. A walk that has met
 * no row yet stands at `seq` 0, before all of them.
 */
export interface Position {
  readonly values: readonly (string | null)[];
  readonly seq: number;
}

/**
 * An opaque cursor (interface 4.6): a position, signed together with the company and the query it
 * belongs to, so that a changed or a borrowed one is refused.
 */
export function encodeCursor(secret: Buffer, caller: Caller, query: ListQuery, position: Position): string {
  const body = Buffer.from(JSON.stringify([position.values, position.seq])).toString('base64url');
  return `${body}.${sign(secret, caller, query, body)}`;
}

/** @throws 400 `invalid_cursor` for one that this service did not give for this query. */
export function decodeCursor(secret: Buffer, caller: Caller, query: ListQuery, cursor: string): Position {
  const [body = '', signature = '', ...rest] = cursor.split('.');
  const expected = Buffer.from(sign(secret, caller, query, body));
  const given = Buffer.from(signature);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw badRequest('invalid_cursor', 'The cursor is not one that this query gave', [
      { pointer: '?cursor', code: 'invalid_cursor', detail: 'Start again without a cursor' },
    ]);
  }
  const [values, seq] = JSON.parse(Buffer.from(body, 'base64url').toString());
  return { values, seq };
}

function sign(secret: Buffer, caller: Caller, query: ListQuery, body: string): string {
  const { paging: _, equals, ...rest } = query;
  // The same question, whatever the order of its parameters.
  const question = [rest, Object.entries(equals).toSorted(([a], [b]) => (a < b ? -1 : 1))];
  return createHmac('sha256', secret)
    .update(JSON.stringify([caller.companyId, question, body]))
    .digest('base64url')
    .slice(0, 27);
}

/** The secret that signs cursors, from the database that all processes share. */
export async function readSecret(db: Database): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`select value from secret where name = 'cursor'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database holds no cursor secret');
  return row.value;
}
