/**
 * The pictured product, in addition to its figures in `words/shown.json`. Keys of price lists and names of suppliers are
 * replaced with GUIDs.
 */
export const cinnamonBun = {
  id: '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b',
  memo: 'Dough from Kallion Leipomo, proved overnight. Pearl sugar, not icing. Order by 14:00 for the next morning.',
  flags: {
    kitchenprinter: true,
    ask_takeaway: true,
    discount_allowed: true,
    open_price: false,
    weighed: false,
    hidden: false,
  },
  pricetag: { line1: 'Baked this morning' },
  // The wire allows both kinds of amounts: a number, and decimal text from the price import.
  prices: {
    base: { type: 'baseprice', amount: '4.10' },
    'take-away': { type: 'price', amount: 3.6 },
    'coffee-hour': { type: 'price', amount: '2.90' },
    staff: { type: 'price', amount: 1.3 },
    wholesale: { type: 'price', amount: '2.10' },
  },
  // 6430098120412 is also a code of "Cinnamon bun, frozen", and 6430098120456 should end in 0: the screen reports both.
  barcodes: ['2000000021041', '6430098120412', '6430098120456'],
  stock_units: [
    { name: 'Piece', value: 1, multiplier: 1, balance_unit: true, wastage_unit: true, inventory_unit: false },
    {
      name: 'Tray',
      value: 24,
      multiplier: 1,
      balance_unit: false,
      wastage_unit: false,
      inventory_unit: true,
    },
    {
      name: 'Trolley',
      value: 24,
      multiplier: 12,
      balance_unit: false,
      wastage_unit: false,
      inventory_unit: true,
    },
  ],
  stock_qty_warning: 48,
  supply: [
    {
      supplier: 'Kallion Leipomo Oy',
      sku: 'KL-204',
      ean: '6430098120412',
      batch_name: 'Tray',
      batch_size: 24,
      batch_value: 26.88,
      active: true,
    },
    {
      supplier: 'Pohjolan Tukku Oy',
      sku: '118842',
      ean: '6430077000124',
      batch_name: 'Frozen box',
      batch_size: 60,
      batch_value: 58.2,
      active: false,
    },
  ],
  refprice_size: 0.085,
  ext_id: [{ id: 'KL-204', data: { account: '3010' }, system: 'netvisor' }],
  additional_fields: {
    '6f1c2a8e-4b1d-4c35-9a0e-2f7d5a1b9c44': 'Baked on site before 07:00',
    'd2a90f13-77c8-4be1-8f02-6b1e90c4a7d5': true,
  },
  /** Pieces sold in a whole January, February, …, with the average price in cents: the chart and totals of the page. */
  sold: [3449, 3588, 3771, 3130, 3337, 2989, 2711, 3198, 3546, 5214, 3754, 3893],
  average: 372,
} as const;

/** The definitions of the two GUIDs in `additional_fields` above: fields that the company added to its products. */
export const additionalFields = {
  plu: [
    { id: '6f1c2a8e-4b1d-4c35-9a0e-2f7d5a1b9c44', name: 'Baking note', type: 'text' },
    { id: 'd2a90f13-77c8-4be1-8f02-6b1e90c4a7d5', name: 'In the morning order', type: 'switch' },
  ],
} as const;
