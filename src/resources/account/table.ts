import { defineTable } from '@/server/db/table';
import { account } from './contract';

/** Table of accounts. The search covers name, number and the kind of line or reason. */
export const accountTable = defineTable(account, {
  columns: {
    use: 'text not null',
    code: 'text not null',
    dpt_id: 'uuid',
    tax_rate: 'numeric',
    tender_id: 'uuid',
    tender_type: 'text not null',
    kind: 'text not null',
  },
  search: 'concat_search(name, code, kind)',
});
