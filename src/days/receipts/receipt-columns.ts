/**
 * The columns of the receipt table: the key of the text, the CSS width, the sort field. `wide`: only in lists over
 * several days. `alone`: hidden in such a list while a receipt is open beside it, which shows the same.
 */
export const columns = [
  { key: 'number', width: '92px', sort: 'receipt_num' },
  { key: 'day', width: '104px', wide: true },
  { key: 'time', width: '72px', sort: 'completed_at' },
  { key: 'location', width: 'minmax(110px, 0.8fr)', wide: true, narrow: true },
  { key: 'register', width: 'minmax(146px, 1fr)', narrow: true, alone: true },
  { key: 'cashier', width: 'minmax(120px, 1fr)' },
  { key: 'type', width: '80px', alone: true },
  { key: 'tenders', width: 'minmax(80px, 1fr)' },
  { key: 'lines', width: '58px', right: true },
  { key: 'total', width: '104px', right: true, sort: 'total' },
] as const;
export type ReceiptColumn = (typeof columns)[number]['key'];
