import { z } from 'zod';
import { guid } from './values';

/** How many changes are told at most. */
export const mostRecentChanges = 20;
/** How many events of no change set are looked at: the newest. */
export const mostRecentEvents = 10_000;

/** What somebody changed of one record, or by one change set: the newest event of it, and how many there are. */
const recentChange = z.object({
  event_id: guid(),
  at: z.string(),
  what: z.enum(['created', 'changed', 'activated', 'deactivated', 'erased']),
  entity: z.string(),
  entity_id: guid(),
  name: z.string().nullable().meta({ description: 'What the record was called then; null without a name.' }),
  who: z.string().nullable(),
  user_id: guid().nullable(),
  key_id: guid().nullable(),
  changeset: z
    .object({ id: guid(), name: z.string() })
    .nullable()
    .meta({ description: 'The change set that did it.' }),
  events: z.int().meta({ description: 'By how many events.' }),
});

/** The answer of `GET /api/secure/recent_changes`. */
export const recentChanges = z.object({
  total: z.int().meta({ description: 'How many changes there are; `changes` are the newest of them.' }),
  is_complete: z.boolean().meta({
    description: `False where there are more than ${mostRecentEvents} events besides those of change sets: \`total\` is of the newest.`,
  }),
  entities: z.array(z.string()).meta({ description: 'The resources whose records changed.' }),
  changes: z.array(recentChange),
});
export type RecentChanges = z.infer<typeof recentChanges>;
export type RecentChange = RecentChanges['changes'][number];
