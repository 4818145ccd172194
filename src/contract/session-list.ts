import { z } from 'zod';
import { secondFactors } from './second-factor';
import { guid } from './values';

/** One session as its person, or an administrator of its company, sees it. */
export const sessionEntrySchema = z.looseObject({
  id: guid(),
  /** The name of the company that it acts in. */
  company: z.string(),
  begun_at: z.string(),
  used_at: z.string(),
  /** The address of the sign-in, or null if unknown. */
  address: z.string().nullable(),
  /** `User-Agent` of the browser that signed in. */
  user_agent: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** By what it was begun, and what was shown besides; of one's own sessions alone. */
  way: z.string().nullish(),
  second: z.enum(secondFactors).nullish(),
  /** Until when this browser is asked for no code; null if it is asked. */
  remembered_until: z.string().nullish(),
});
export type SessionEntry = z.output<typeof sessionEntrySchema>;

/** The sessions of a person, the most recently used first. */
export const sessionEntries = z.array(sessionEntrySchema);

/** The number of sessions that were ended. */
export const endedSchema = z.looseObject({ ended: z.int() });
