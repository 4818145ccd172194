/** The parameters of a summary. Without locations it covers all that have days. */

export interface SummaryQuery {
  readonly from: string;
  readonly to: string;
  readonly location_ids: readonly string[];
  /** Restricts the days to this currency; null if all have the same. */
  readonly currency: string | null;
}
