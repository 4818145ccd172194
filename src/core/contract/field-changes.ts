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
  /** The change set that did it, and the line of its file. */
  changeset: z
    .object({
      id: guid(),
      name: z.string(),
      origin: z.string(),
      item: z.int(),
      line: z.int().nullable(),
    })
    .nullable(),
});

/** The latest changes of a field; `next` is where the earlier ones begin, null if there are none. */
export const fieldChanges = z.object({ changes: z.array(fieldChange), next: guid().nullable() });
