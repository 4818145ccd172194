/** What a period is called: its part in the comparison, its days in words, the same for the head of a column, and its page. */
interface PeriodName {
  readonly label: string;
  readonly long: string;
  readonly short: string;
  readonly href: string;
}

/** The names of a period, the one before it, and that of the year before. */
export type PeriodNames = readonly [PeriodName, PeriodName, PeriodName];
