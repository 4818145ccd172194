import { defineTable, type Table } from '@/server/db/table';
import { company } from './contract';

/** Table of companies. The core creates it (schema/companies.sql), since every scope depends on it. */
export const companyTable = defineTable(company, {
  columns: { ident: 'text not null' },
  computed: { parent_id: 't.parent_id' },
});

/** The view of companies that callers read: it hides those columns of an ancestor that its descendants may not see. */
export const companySeen: Table = { ...companyTable, resource: { ...company, name: 'company_seen' } };
