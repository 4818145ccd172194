import { z } from 'zod';
import { choices, itemStates, itemWarnings } from './change-set';
import { guid } from './values';

/** A change of one record as it is added to a set: a merge patch from a version of the record, or a new record. */
export const newItem = z.strictObject({
  resource: z.string().max(40),
  record_id: guid().nullable().optional(),
  version: z.int().positive().nullable().optional(),
  patch: z.record(z.string(), z.unknown()),
  line: z.int().nonnegative().nullable().optional(),
});

/** Names an item to take out of a set, or some of its values. */
export const itemName = z.strictObject({
  n: z.int().positive().optional(),
  resource: z.string().max(40).optional(),
  record_id: guid().optional(),
  pointers: z.array(z.string().max(2000)).max(100).optional(),
});

/** Chooses between the set's value and the record's: of all items that wait, or of some, or of one field. */
export const itemChoice = z.strictObject({
  choice: z.enum(choices),
  n: z.array(z.int().positive()).max(1000).optional(),
  pointer: z.string().max(2000).optional(),
});

/** One value that an item changes. A missing `before`, `after` or `now` is a missing value. */
export const itemCell = z.object({
  pointer: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** What it is now, if somebody changed it since. */
  now: z.unknown().optional(),
  who: z.string().nullable().optional(),
  at: z.string().optional(),
});

/** How many items a query finds in all: with how many values, how many of them new records, how many already chosen. */
export const itemTotals = z.object({ items: z.int(), cells: z.int(), new: z.int(), chosen: z.int() });

/** Of which resources a set has items that the caller may not read, and how many. */
export const withheldItems = z.array(z.object({ resource: z.string(), items: z.int() }));

const part = z.object({ records: z.int(), cells: z.int() });
/** What an undo would do: values that go back, records that are deactivated, values that stay. */
export const undoSum = z.object({ back: part, made: part, stay: part });

/** An item as it is answered. */
export const changeSetItem = z.object({
  n: z.int(),
  resource: z.string(),
  record_id: guid(),
  is_new: z.boolean(),
  line: z.int().nullable(),
  version: z.int().nullable(),
  state: z.enum(itemStates),
  label: z.object({ name: z.string(), code: z.string(), company_id: guid().nullable() }),
  problems: z.array(
    z.object({
      pointer: z.string(),
      code: z.string(),
      detail: z.string(),
      limit: z.number().optional(),
      offer: z.string().optional(),
    }),
  ),
  warnings: z.array(z.enum(itemWarnings)),
  choices: z.record(z.string(), z.enum(choices)),
  cells: z.array(itemCell),
  patch: z.record(z.string(), z.unknown()),
});
