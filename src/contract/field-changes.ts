import { z } from 'zod';
import { guid } from './values';

/** One change of a field. `value` and `before` are null where the field had no value. */
export const fieldChange = z.object({
  event_id: guid(),
  at: z.string(),
  action: z.string(),
  /** The name of the person or key; null for the service itself. */
  who: z.string().nullable(),
  user_id: guid().nullable(),
  key_id: guid().nullable(),
  value: z.unknown(),
  before: z.unknown(),
  /** The change set that did it: with the line of its file, its formula, and whether it was applied by its schedule. */
  changeset: z
    .object({
      id: guid(),
      name: z.string(),
      origin: z.string(),
      item: z.int(),
      line: z.int().nullable(),
      formula: z.string().nullable(),
      scheduled: z.boolean(),
    })
    .nullable(),
});

/**
 * The latest changes of a field; `next` is where the earlier ones begin, null if there are none. `removed_before`: events of
 * the record from before that moment were removed (docs/design.md#retention-of-events), earlier changes among them.
 */
export const fieldChanges = z.object({
  changes: z.array(fieldChange),
  next: guid().nullable(),
  removed_before: z.string().nullable(),
});

/**
 * From when on a company has all events of master data (docs/design.md#retention-of-events): `horizon` is null if none
 * was ever removed. `removed_at` is when the last ones went, under a setting of so many `years`.
 */
export const eventHorizon = z.object({
  horizon: z.string().nullable(),
  removed_at: z.string().nullable(),
  years: z.int().nullable(),
});
