import { defineTable, type Table } from '@/core/server/db/table';
import { company } from './contract';

/** Companies; the table is the core's own (schema/core.ts), since every scope hangs on it. */
export const companyTable = defineTable(company, {
  columns: { ident: 'text not null' },
  computed: { parent_id: 't.parent_id' },
});

/** The same as a caller may see them: a view that leaves out what is not a descendant's business. */
export const companySeen: Table = { ...companyTable, resource: { ...company, name: 'company_seen' } };
