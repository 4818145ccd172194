/** The stored state of a record that an item names. */
export interface Stored {
  readonly id: string;
  readonly version: number;
  readonly active: boolean;
  readonly created_at: string;
  readonly company_id: string;
  /** The values in `data` that rules between fields ask for (`neededWhileActive` and `inOrder` of the contract). */
  readonly asked?: Readonly<Record<string, unknown>> | null;
}
