import type { DptKey } from '../words';

/** The cashier of a self-service register. */
export const machine = { id: '0000', name: 'Self-service' };

/** The percentage of a typical day, Monday to Sunday. */
export const weekdayShares = [90, 94, 98, 102, 128, 108, 58];

/** The distribution of a day's receipts over the hours, from the opening hour. */
export const hourShares = {
  weekday: { opens: 7, shares: [12, 42, 34, 30, 52, 62, 42, 20, 23, 32, 32, 22, 12] },
  saturday: { opens: 8, shares: [16, 30, 42, 50, 52, 48, 42, 36, 30, 22, 14] },
  sunday: { opens: 10, shares: [26, 42, 48, 44, 36, 30, 20] },
} as const;

/** The kinds of baskets with their weights, by the part of the day. */
export const basketShares = {
  morning: [
    ['cafe', 62],
    ['breakfast', 24],
    ['shop', 14],
  ],
  lunch: [
    ['lunch', 66],
    ['cafe', 18],
    ['shop', 16],
  ],
  weekendNoon: [
    ['lunch', 36],
    ['cafe', 42],
    ['shop', 22],
  ],
  afternoon: [
    ['cafe', 68],
    ['shop', 32],
  ],
  evening: [
    ['shop', 62],
    ['cafe', 26],
    ['lunch', 12],
  ],
} as const;

/** The departments of a shopping basket. */
export const shopShares = [
  ['grocery', 26],
  ['produce', 28],
  ['dairy', 22],
  ['drinks', 16],
  ['household', 13],
  ['sweets', 11],
  ['bakery', 14],
  ['meat', 7],
  ['frozen', 5],
  ['beer', 6],
  ['icecream', 3],
  ['flowers', 2],
  ['gifts', 2],
  ['catering', 1],
] as const;

/** Reasons for returns, voids, cash paid out and differences of a drawer. */
export const reasons = {
  return: ['Damaged', 'Wrong product', 'Past its date', 'Not what was ordered'],
  void: ['Rung up twice', 'The customer changed their mind', 'Wrong product'],
  paidOut: ['Flowers for the tables', 'Milk from the shop next door', 'Postage', 'Light bulbs'],
  difference: [
    'Counted twice; no reason found',
    'Change given wrong at noon, says the cashier',
    'Five-euro note found under the tray',
  ],
};

/** The percentage of a product's sales that is on the receipts of Helsinki's shops. */
export const receiptShares: Partial<Record<DptKey, number>> = {
  coffee: 33,
  cold: 40,
  bakery: 20,
  cakes: 31,
  lunch: 27,
  breakfast: 19,
  dairy: 40,
  grocery: 19,
  produce: 35,
  frozen: 44,
  icecream: 53,
  meat: 48,
  sweets: 31,
  drinks: 40,
  beer: 45,
  household: 22,
  gifts: 38,
  catering: 20,
};
