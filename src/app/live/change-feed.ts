import { createListeners } from '@/ui/state/listeners';

/** One change by any client, including this one, as `GET /api/secure/live` sends it. */
export interface LiveChange {
  readonly resource: string;
  readonly id: string;
  /** Null for records without versions, which are accepted once. */
  readonly version: number | null;
  readonly action: string;
  readonly at: string;
  /** Name of the author; null if the role may not read the record's audit trail. */
  readonly who: string | null;
}

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
