import type { Caller } from '@/server/auth/caller';
import { defineTable, type Table } from '@/server/db/table';
import { reportmail } from './contract';
import { reportmailObjects } from './schema.server';

/**
 * Who writes a record sends it from then on: otherwise whoever may write here could send to themselves what another
 * person may read.
 */
const madeBy = ({ keyName, userId, keyId }: Caller): Readonly<Record<string, unknown>> => ({
  made_by: keyName,
  made_user: userId,
  made_key: keyId,
});

const declared = defineTable(reportmail, {
  columns: { frequency: 'text not null', location_id: 'uuid', language: 'text not null' },
  computed: { made_by: 't.made_by' },
  // It is a column of its own, written with the record.
  revisions: [],
  search: `concat_search(name, data->>'recipients')`,
  objects: reportmailObjects,
  rules: { created: madeBy, updated: madeBy },
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
