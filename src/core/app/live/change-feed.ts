import { z } from 'zod';
import { createListeners } from '../../ui/state/listeners';

/** A write of anybody, our own ones too, as `GET /api/secure/live` tells it. */
export const changeShape = z.looseObject({
  resource: z.string(),
  id: z.string(),
  /** Null for what is accepted once. */
  version: z.int().nullable(),
  action: z.string(),
  at: z.string(),
  /** Null for whom the audit trail of the record is not open. */
  who: z.string().nullable(),
});
export type LiveChange = z.output<typeof changeShape>;

/** What there is to hear: a change, or that some were missed. */
export type ChangeNotice = LiveChange | 'missed';

/** Passes news on to whoever listens. */
export interface ChangeFeed {
  tell: (news: ChangeNotice) => void;
  subscribe: (listener: (news: ChangeNotice) => void) => () => void;
}

export function createChangeFeed(): ChangeFeed {
  const { notify, subscribe } = createListeners<[news: ChangeNotice]>();
  return { tell: notify, subscribe };
}
