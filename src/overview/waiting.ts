/** One thing that waits: how many, what, where, and what to do about it. */
export interface Waiting {
  readonly kind: 'days' | 'prices' | 'sets' | 'access';
  readonly key: string;
  readonly count: number;
  /** Money is at risk. */
  readonly isRisk: boolean;
  readonly what: string;
  readonly where: string;
  readonly action: string;
  readonly href: string;
}
