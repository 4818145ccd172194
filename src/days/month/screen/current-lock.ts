import type { Month, MonthEntry } from '../schema';

/** Returns the lock that stands; undefined while the month is not locked. */
export const currentLock = ({ lock }: Month): MonthEntry | undefined =>
  lock.locked ? lock.entries.at(-1) : undefined;
