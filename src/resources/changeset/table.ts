import { defineTable, wireTime, type Table } from '@/server/db/table';
import changeSets from '@/server/db/schema/change-sets.sql?raw';
import { keepsItsMaker, requireChangeable } from '@/server/changes/set-rules';
import { changeset } from './contract';

/**
 * Resources that not everybody who reads change sets may read: sets are not found by their records. A test compares it
 * with the contracts.
 */
export const unread = ['reportmail'] as const;

const declared = defineTable(changeset, {
  columns: { origin: 'text not null', apply_at: 'text', revert_at: 'text' },
  computed: {
    status: 't.status',
    counts: 'changeset_counts(t.counts)',
    progress: `case when t.total is not null then json_build_object('done', t.done, 'total', t.total) end`,
    previewed_at: wireTime('t.previewed_at'),
    made_by: 't.made_by',
    made_by_id: 'coalesce(t.made_user, t.made_key)',
    previewed_by: 't.previewed_by',
    previewed_by_id: 'coalesce(t.previewed_user, t.previewed_key)',
    changed_by_ids: 't.changed_ids',
    requested_by: 't.requested_by',
    requested_by_id: 'coalesce(t.requested_user, t.requested_key)',
    approved_by: 't.approved_by',
    applied_by: 't.applied_by',
    applied_at: wireTime('t.applied_at'),
    due_at: wireTime('t.due_at'),
    revert_due_at: wireTime('t.revert_due_at'),
    missed: 't.missed',
    undoes: 't.undoes',
    undone_by: 't.undone_by',
    problem: 't.problem',
  },
  revisions: ['changeset_work'],
  search: `concat_search(name, data->'file'->>'name', data->>'formula')`,
  filters: {
    status: `t.status = any(string_to_array($1, ','))`,
    record_id: `exists (select from changeset_item i where i.tenant_id = t.tenant_id and i.changeset_id = t.id
      and i.resource not in (${unread.map((name) => `'${name}'`).join(', ')})
      and i.record_id = any(string_to_array($1, ',')::uuid[]))`,
    made_by_id: 'coalesce(t.made_user, t.made_key) = $1::uuid',
    // What is yet to be done in the name of a person or key (schema/change-sets.sql, `changesets_due`).
    due_by_id: `coalesce(t.applied_user, t.applied_key) = $1::uuid and (t.status = 'scheduled'
      or (t.status in ('applied', 'stopped') and t.revert_due_at is not null and t.undone_by is null))`,
    // What is due has a state of its own, by which there is an index.
    due_until: `t.status = 'scheduled' and t.due_at < $1::timestamptz`,
  },
  objects: changeSets,
  rules: { created: keepsItsMaker, before: requireChangeable },
});

/**
 * Table of change sets. Besides what clients write it has what the service knows of a set: its state and counts, who
 * made, approved and applied it. Those columns change with `moveSet` (server/changes/sets.ts) and with its work.
 */
export const changesetTable: Table = {
  ...declared,
  columns: {
    ...declared.columns,
    status: `text not null default 'draft'`,
    // Raised by every change of the items: an approval and a preview are of one content.
    content: 'integer not null default 0',
    counts: `jsonb not null default '{}'`,
    // How far the work is: the items dealt with, of how many, and the last of them in the order of the work.
    done: 'integer',
    total: 'integer',
    work_rank: 'smallint',
    work_n: 'integer',
    previewed_at: 'timestamptz',
    previewed_content: 'integer',
    made_by: 'text',
    made_user: 'uuid',
    made_key: 'uuid',
    previewed_by: 'text',
    previewed_user: 'uuid',
    previewed_key: 'uuid',
    // The memberships and keys that changed items, choices or times: none of them approves it.
    changed_ids: `jsonb not null default '[]'`,
    requested_by: 'text',
    requested_user: 'uuid',
    requested_key: 'uuid',
    approved_by: 'text',
    approved_user: 'uuid',
    approved_key: 'uuid',
    approved_content: 'integer',
    applied_by: 'text',
    applied_user: 'uuid',
    applied_key: 'uuid',
    applied_at: 'timestamptz',
    due_at: 'timestamptz',
    revert_due_at: 'timestamptz',
    missed: 'boolean not null default false',
    undoes: 'uuid',
    undone_by: 'uuid',
    // What follows when the work is done: 'apply' after the items of an undo were made.
    next: 'text',
    problem: 'text',
    // When the work on it last went on: another process takes over what has stood still.
    worked_at: 'timestamptz',
  },
};
