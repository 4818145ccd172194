import { z } from 'zod';
import { guid } from './values';

/** One session as its person, or an administrator of its company, sees it. */
export const sessionEntrySchema = z.looseObject({
  id: guid(),
  /** The name of the company that it acts in. */
  company: z.string(),
  begun_at: z.string(),
  used_at: z.string(),
  /** From where it was begun, or null if that is not known. */
  address: z.string().nullable(),
  /** `User-Agent` of the browser that began it. */
  user_agent: z.string(),
  /** Whether the request was made in this very session. */
  current: z.boolean(),
});
export type SessionEntry = z.output<typeof sessionEntrySchema>;

/** The sessions of a person, the one used last first. */
export const sessionEntries = z.array(sessionEntrySchema);

/** How many sessions were ended. */
export const endedSchema = z.looseObject({ ended: z.int() });
