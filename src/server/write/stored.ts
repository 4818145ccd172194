/** The stored state of a record that an item names. */
export interface Stored {
  readonly id: string;
  readonly version: number;
  readonly active: boolean;
  readonly created_at: string;
  readonly company_id: string;
  /** Which of the keys that an active record needs have a value (`neededWhileActive` of the contract). */
  readonly filled?: readonly string[] | null;
}
