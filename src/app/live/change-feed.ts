import { z } from 'zod';
import { createListeners } from '@/ui/state/listeners';

/** Schema of one change by any client, including this one, as `GET /api/secure/live` sends it. */
export const changeSchema = z.looseObject({
  resource: z.string(),
  id: z.string(),
  /** Null for records without versions, which are accepted once. */
  version: z.int().nullable(),
  action: z.string(),
  at: z.string(),
  /** Name of the author; null if the role may not read the record's audit trail. */
  who: z.string().nullable(),
});
/** One change, by any client. */
export type LiveChange = z.output<typeof changeSchema>;

/** A change, or `missed`: an unknown number of changes was not received. */
export type ChangeNotice = LiveChange | 'missed';

/** Publishes changes to its subscribers. */
export interface ChangeFeed {
  publish: (notice: ChangeNotice) => void;
  subscribe: (listener: (notice: ChangeNotice) => void) => () => void;
}

/** Creates the change feed of one signed-in application. */
export function createChangeFeed(): ChangeFeed {
  const { notify, subscribe } = createListeners<[news: ChangeNotice]>();
  return { publish: notify, subscribe };
}
