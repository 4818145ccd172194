import type { DayReport } from '../report/data/report-query';
import type { Seal } from './verify-seal';

/** Returns the current seal of a day: the newest one if it is closed or exported. An open day has none. */
export const currentSeal = ({
  businessday,
  seals,
}: Pick<DayReport, 'businessday' | 'seals'>): Seal | undefined =>
  businessday.status === 'closed' || businessday.status === 'exported' ? seals.at(-1) : undefined;
