import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { inScope, openDatabase, readInScope } from './db';

const on = stage();

/** Opens a pool of one connection, so that each statement gets the connection of the one before. */
async function oneConnection() {
  const db = openDatabase(on.service.url, { warn: () => undefined }, 1);
  // A pool that was never used has nothing to close.
  await sql`select 1`.execute(db);
  return db;
}

it('a statement that reads, sent with its transaction, sees what its caller may, and leaves the connection as it was', async () => {
  const db = await oneConnection();
  const { helsinki, other } = on.service.companies;
  const names = (caller: typeof helsinki) =>
    readInScope(db, caller, sql<{ name: string }>`select name from company where ${'x'} = 'x' order by seq`);
  try {
    expect(await names(helsinki)).toEqual([{ name: 'Group' }, { name: 'Helsinki' }]);
    expect(await names(other)).toEqual([{ name: 'Other tenant' }]);
    const state = sql<{ role: string; company: string }>`
      select current_user as role, coalesce(current_setting('app.company', true), '') as company`;
    const { rows } = await state.execute(db);
    expect(rows[0]?.role).not.toBe('tillhouse_app');
    expect(rows[0]?.company).toBe('');
  } finally {
    await db.destroy();
  }
});

it('one that fails is told as its own failure, writes nothing, and the next one goes through', async () => {
  const db = await oneConnection();
  const { helsinki } = on.service.companies;
  const read = (text: string) => readInScope(db, helsinki, sql.raw<{ n: number }>(text));
  try {
    for (let time = 0; time < 2; time += 1) {
      await expect(read('select 1 / 0 as n')).rejects.toMatchObject({ code: '22012' });
      await expect(read(`insert into grp (name) values ('x') returning 1 as n`)).rejects.toMatchObject({
        code: '25006',
      });
      const named = sql<{ n: number }>`select ${time}::int / ${time}::int as n`;
      if (time === 0) await expect(readInScope(db, helsinki, named)).rejects.toMatchObject({ code: '22012' });
      else expect(await readInScope(db, helsinki, named)).toEqual([{ n: 1 }]);
      expect(await read('select 1 as n')).toEqual([{ n: 1 }]);
    }
  } finally {
    await db.destroy();
  }
});

it('nothing that a request asks is compiled by PostgreSQL: a report has a thousand expressions, which takes seconds', async () => {
  const db = await oneConnection();
  const { helsinki } = on.service.companies;
  const jit = sql<{ jit: string }>`select current_setting('jit') as jit`;
  try {
    // PostgreSQL's own default; the embedded server has it off.
    await sql`set jit = on`.execute(db);
    expect(await readInScope(db, helsinki, jit)).toEqual([{ jit: 'off' }]);
    expect(await inScope(db, helsinki, 'read write', (tx) => tx.rows(jit))).toEqual([{ jit: 'off' }]);
  } finally {
    await db.destroy();
  }
});
