/** What a summary is asked of. No locations: all that have days. */

export interface SummaryQuery {
  readonly from: string;
  readonly to: string;
  readonly location_ids: readonly string[];
  /** Only days in it; null where all are in one. */
  readonly currency: string | null;
}
