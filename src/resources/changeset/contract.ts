import { z } from 'zod';
import { computed, defineResource, field } from '@/contract/resource';
import { guid, instant, openEnum, settings, text } from '@/contract/values';
import type { RolesByVerb } from '@/contract/role';
import { changeSetCounts, changeSetStatuses, origins, wallTime } from '@/contract/change-set';

const statuses = changeSetStatuses.join('|');
/** A value of the filter by state: one, or several with commas. */
const anyStatus = z.string().regex(new RegExp(`^(${statuses})(,(${statuses}))*$`));

/** A value of the filter by records: up to 100 GUIDs with commas. */
const records = z
  .string()
  .max(3700)
  .regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:,[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}){0,99}$/i, {
    error: 'Must be GUIDs, separated by commas, at most 100',
  });

/** Access to change sets: those who may change the records in them. */
const access: RolesByVerb = {
  read: ['admin', 'manager'],
  create: ['admin', 'manager'],
  update: ['admin', 'manager'],
};

/**
 * A change set: changes of many records that are looked at before they happen, happen whole or say what did not, and
 * can be taken back (docs/design.md#change-sets). Its items have addresses of their own (changeset.server.ts).
 */
export const changeset = defineResource({
  name: 'changeset',
  description: 'A change set: changes of many records, previewed, applied and taken back together.',
  fields: {
    origin: field(openEnum(origins), 'api'),
    apply_at: field(wallTime().nullable(), null),
    revert_at: field(wallTime().nullable(), null),
    status: computed(z.enum(changeSetStatuses)),
    counts: computed(changeSetCounts),
    progress: computed(z.object({ done: z.int(), total: z.int() }).nullable()),
    previewed_at: computed(z.string().nullable()),
    made_by: computed(z.string().nullable()),
    made_by_id: computed(guid().nullable()),
    previewed_by: computed(z.string().nullable()),
    previewed_by_id: computed(guid().nullable()),
    changed_by_ids: computed(z.array(guid())),
    requested_by: computed(z.string().nullable()),
    requested_by_id: computed(guid().nullable()),
    approved_by: computed(z.string().nullable()),
    applied_by: computed(z.string().nullable()),
    applied_at: computed(z.string().nullable()),
    due_at: computed(z.string().nullable()),
    revert_due_at: computed(z.string().nullable()),
    missed: computed(z.boolean()),
    undoes: computed(guid().nullable()),
    undone_by: computed(guid().nullable()),
    problem: computed(z.string().nullable()),
  },
  data: settings({
    // `refused`: how many lines of it were refused before they became items.
    file: settings({ name: text(255), lines: z.int(), refused: z.int() }),
    formula: text(1000),
  }),
  filters: ['origin'],
  extraFilters: {
    status: anyStatus,
    record_id: records,
    made_by_id: guid(),
    due_by_id: guid(),
    due_until: instant(),
  },
  sorts: [],
  shared: false,
  access,
});
