import { defineTable, wireTime, type Table } from '@/core/server/db/table';
import { apikey } from './contract';

const declared = defineTable(apikey, {
  columns: { role: 'text not null', expires_at: 'timestamptz' },
  computed: { prefix: 't.prefix', last_used_at: wireTime('t.last_used_at') },
});

/** API keys; the table is the core's own (schema/core.ts), since every request asks it who calls. */
export const apikeyTable: Table = {
  ...declared,
  columns: { ...declared.columns, prefix: 'text not null', hash: 'bytea not null' },
};
