import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import type { Tx } from '@/core/server/db/db';
import { defineTable, type Table } from '@/core/server/db/table';
import type { Change } from '@/core/server/write/rules';
import { reportmail } from './contract';
import { reportmailMigrations } from './schema.server';

const madeBy = ({ keyName, userId, keyId }: Caller): Readonly<Record<string, unknown>> => ({
  made_by: keyName,
  made_user: userId,
  made_key: keyId,
});

/**
 * Who changes a record sends it from then on: otherwise whoever may write here could send to themselves what another
 * person may read.
 */
async function takesOver(tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const ids = items.filter(({ id }) => stored.has(id)).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.rows(sql`
    update reportmail t set made_by = ${caller.keyName}, made_user = ${caller.userId}, made_key = ${caller.keyId}
    where t.tenant_id = ${caller.tenantId} and t.id = any(${ids}::uuid[])`);
}

const declared = defineTable(reportmail, {
  columns: { frequency: 'text not null', location_id: 'uuid', language: 'text not null' },
  computed: { made_by: 't.made_by' },
  // It is a column of its own, written with the record.
  revisions: [],
  search: `concat_search(name, data->>'recipients')`,
  migrations: reportmailMigrations,
  rules: { created: madeBy, before: takesOver },
});

/** Table of reports by mail. Besides what clients write it has who sends them, and the last month that was sent. */
export const reportmailTable: Table = {
  ...declared,
  columns: {
    ...declared.columns,
    made_by: 'text',
    made_user: 'uuid',
    made_key: 'uuid',
    last_month: 'text',
  },
};
