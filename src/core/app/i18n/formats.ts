/** Values as text in the language of the moment and by the company's clock. */

export interface Format {
  readonly locale: string;
  /** The sign of the currency that `money` is in: the company's, or that of `MoneyIn`: "€". */
  readonly currency: string;
  /** Its code: "EUR". Several currencies share a sign. */
  readonly code: string;
  /** The decimals of that currency. */
  readonly scale: number;
  /** The same in another currency; in this one where it is not named. */
  of: (currency: unknown) => Format;
  /** Money of a row that may be in another currency than the rest, which it then names: "2,160 JPY". */
  moneyIn: (value: unknown, currency: unknown) => string;
  money: (value: unknown) => string;
  decimal: (value: unknown, places?: number) => string;
  count: (value: number) => string;
  moment: (value: unknown) => string;
  momentLong: (value: unknown) => string;
  day: (value: unknown) => string;
}
