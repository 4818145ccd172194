/** Formatters of values in the current language and the company's time zone. */

export interface Format {
  readonly locale: string;
  /** Symbol of the currency of `money`: the company's, or that of `MoneyIn`: "€". */
  readonly currency: string;
  /** Its code: "EUR". Several currencies share a symbol. */
  readonly code: string;
  /** Its number of decimals. */
  readonly scale: number;
  /** Returns the formatters for another currency; these if none is named. */
  of: (currency: unknown) => Format;
  /** Formats money of a row in its own currency, with the code if it differs from this one: "2,160 JPY". */
  moneyIn: (value: unknown, currency: unknown) => string;
  money: (value: unknown) => string;
  decimal: (value: unknown, places?: number) => string;
  count: (value: number) => string;
  moment: (value: unknown) => string;
  momentLong: (value: unknown) => string;
  day: (value: unknown) => string;
}
