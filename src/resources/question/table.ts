import { defineTable, wireTime, type Table } from '@/server/db/table';
import { question } from './contract';
import { questionRules } from './server/rules.server';
import { questionObjects, stateOf } from './server/schema.server';

const declared = defineTable(question, {
  columns: {
    businessday_id: 'uuid not null',
    sales_id: 'uuid',
    subject: 'text not null',
    text: 'text not null',
    asked_of: 'uuid not null',
  },
  computed: {
    asked_of_name: `coalesce((select u.name from "user" u where u.tenant_id = t.tenant_id and u.id = t.asked_of), '')`,
    asked_by: 't.asked_by',
    asked_by_id: 'coalesce(t.asked_user, t.asked_key)',
    status: stateOf('t'),
    answers: 't.answers',
    closed_by: 't.closed_by',
    closed_at: wireTime('t.closed_at'),
  },
  revisions: ['user'],
  search: 'concat_search(name, text)',
  filters: {
    status: `${stateOf('t')} = any(string_to_array($1, ','))`,
    // What a person asked, and what they are asked.
    // Two looks into an index each: with one condition every question of the company would be read.
    person_id: `t.id = any(array(
      select q.id from question q where q.tenant_id = app_tenant() and q.asked_of = $1::uuid
      union all select q.id from question q where q.tenant_id = app_tenant() and q.asked_user = $1::uuid))`,
  },
  objects: questionObjects,
  rules: questionRules,
});

/**
 * Table of questions. Besides what clients write it has what the service knows of one: who asked, the answers, who closed
 * it. Those columns change with `moveQuestion` alone (server/moves.server.ts).
 */
export const questionTable: Table = {
  ...declared,
  columns: {
    ...declared.columns,
    asked_by: 'text',
    asked_user: 'uuid',
    asked_key: 'uuid',
    answers: `jsonb not null default '[]'`,
    closed_by: 'text',
    closed_at: 'timestamptz(3)',
  },
};
