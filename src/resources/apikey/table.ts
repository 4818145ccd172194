import { defineTable, wireTime, type Table } from '@/server/db/table';
import { apikey } from './contract';

const declared = defineTable(apikey, {
  columns: { role: 'text not null', expires_at: 'timestamptz' },
  computed: { prefix: 't.prefix', last_used_at: wireTime('t.last_used_at') },
  rules: { created: ({ userId, keyId }) => ({ made_user: userId, made_key: keyId }) },
});

/** Table of API keys. The core creates it (schema/api-keys.sql), since every request looks up its caller in it. */
export const apikeyTable: Table = {
  ...declared,
  columns: {
    ...declared.columns,
    prefix: 'text not null',
    hash: 'bytea not null',
    made_user: 'uuid',
    made_key: 'uuid',
  },
};
