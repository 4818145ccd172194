/** The figures of a day's report that a question may be about: `figure.gross`, by the names of the report's totals. */
export const figures = [
  'count',
  'gross',
  'net',
  'tax',
  'discount',
  'over_short',
  'by_tax',
  'by_tender',
  'by_dpt',
  'by_cashier',
  'by_plu',
  'by_hour',
  'cash',
  'non_turnover',
] as const;
