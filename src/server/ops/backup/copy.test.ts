import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '@/testing/service';
import { connect } from './connect';
import { copyIn, copyOut } from './copy';

// A promise that never settled would let a restore end halfway as if it were complete.
it.each(['copied out', 'copied in'])('what is %s when its connection ends fails', async (what) => {
  const database = await createTestDatabase({ bare: true });
  const administrator = new Client({ connectionString: database.url });
  await administrator.connect();
  const client = await connect(database.url);
  try {
    await client.query('create table note (text text)');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const terminate = () => administrator.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    async function* someRows() {
      yield Buffer.from('a\n');
      await terminate();
      for (;;) yield Buffer.alloc(64 * 1024, 'b\n');
    }
    const work = async () => {
      if (what === 'copied in') return copyIn(client, 'copy note from stdin', someRows());
      let isTerminated = false;
      for await (const _ of copyOut(client, 'copy (select generate_series(1, 100000000)) to stdout')) {
        if (!isTerminated) await terminate();
        isTerminated = true;
      }
    };
    await expect(work()).rejects.toThrow(/terminat|ECONNRESET|EPIPE|not queryable/);
    // Afterwards there is neither an answer nor an unhandled error.
    await expect(client.query('select 1')).rejects.toThrow();
  } finally {
    await administrator.end();
    await client.end();
    await database.drop();
  }
});
