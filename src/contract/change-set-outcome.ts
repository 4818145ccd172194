import { z } from 'zod';
import { guid } from './values';

/** The most other sets that are named for each set. */
export const mostOverlaps = 20;

/** The most records, over all sets of a request, of which it is computed what becomes of them. */
export const mostOutcomeRecords = 5000;

/**
 * What becomes of the cells that two sets change, when the later one is applied. `waits`: it finds another value than it
 * was made from, and waits for a choice. `alike`: it is so already. `replaces`: it takes the place of the earlier value.
 * `stays`: the earlier value was chosen. `apart`: the earlier value is gone by then.
 */
export const overlapFates = ['waits', 'alike', 'replaces', 'stays', 'apart'] as const;
/** What becomes of a cell that two sets change. */
export type OverlapFate = (typeof overlapFates)[number];

const overlap = z.object({
  id: guid(),
  name: z.string(),
  due_at: z.string().nullable(),
  revert_due_at: z.string().nullable(),
  order: z.enum(['before', 'after']).describe('Whether the other set comes before this one, or after it'),
  records: z.int(),
  cells: z.int(),
  waits: z.int(),
  alike: z.int(),
  replaces: z.int(),
  stays: z.int(),
  apart: z.int(),
});

/** What becomes of a change set that is not applied, by the records and the scheduled sets as they are now. */
export const changeSetOutcome = z.object({
  id: guid(),
  since_preview: z
    .object({
      state: z.enum(['same', 'other', 'empty']).describe('`empty`: nothing is left to change'),
      cells: z.int().describe('Cells of which another thing becomes than the preview said'),
      records: z.int(),
      ready: z.int(),
      conflict: z.int(),
      unchanged: z.int(),
    })
    .nullable()
    .describe('Null if it was not previewed as it is'),
  others: z
    .array(overlap)
    .describe('The scheduled sets that change the same cells, in the order of their times'),
  other_sets: z.int().describe(`How many there are: ${mostOverlaps} are named`),
  ends: z
    .object({ cells: z.int(), this: z.int(), other: z.int(), before: z.int() })
    .describe(
      'Of the shared cells: how many are in the end as this set makes them, as others do, as they are now',
    ),
  is_complete: z
    .boolean()
    .describe(
      `False where more than ${mostOutcomeRecords} records were to be looked at: numbers are those of the first`,
    ),
});
/** What becomes of a change set, as it is answered. */
export type SetOutcome = z.output<typeof changeSetOutcome>;
/** Another set that changes the same cells. */
export type Overlap = SetOutcome['others'][number];

/** The states of sets of which it is asked. */
export const outcomeStatuses = ['draft', 'waiting', 'scheduled'] as const;
