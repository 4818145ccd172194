import type { DptKey } from './goods/family';

/** An active register: its index within the shop, what it accepts, and its first receipt number. */
export interface RegisterWords {
  till: 1 | 2 | 3;
  /** Accepts cash; the others accept only cards. */
  cash: boolean;
  /** Its share of the receipts. */
  share: number;
  /** The number of its first receipt, with the leading zeros that it prints. */
  first: string;
  /** The cashiers before and after 14:00; the machine's own name if there is none. */
  cashiers: { id: string; name: string }[];
}

/** A shop with receipts. */
export interface ShopWords {
  place: string;
  /** Receipts on a typical day. */
  receipts: number;
  registers: RegisterWords[];
  /** Closed on Sundays. */
  closedOnSundays: boolean;
}

/** The cashier of a self-service register. */
export const machine = { id: '0000', name: 'Self-service' };

/** The shops whose receipts the demo has. The names of Hakaniemi's people are those of the pictured report. */
export const shops: ShopWords[] = [
  {
    place: 'hakaniemi',
    receipts: 272,
    closedOnSundays: false,
    registers: [
      {
        till: 1,
        cash: true,
        share: 38,
        first: '11950',
        cashiers: [
          { id: '0104', name: 'Sanna Mäkelä' },
          { id: '0117', name: 'Emma Laine' },
        ],
      },
      {
        till: 2,
        cash: true,
        share: 47,
        first: '10406',
        cashiers: [
          { id: '0108', name: 'Ville Koskela' },
          { id: '0121', name: 'Oskari Nieminen' },
        ],
      },
      { till: 3, cash: false, share: 15, first: '003118', cashiers: [machine] },
    ],
  },
  {
    place: 'kallio',
    receipts: 117,
    closedOnSundays: false,
    registers: [
      {
        till: 1,
        cash: true,
        share: 70,
        first: '30217',
        cashiers: [
          { id: '0203', name: 'Iida Rautio' },
          { id: '0206', name: 'Joonas Halme' },
        ],
      },
      { till: 2, cash: false, share: 30, first: '000871', cashiers: [{ id: '0211', name: 'Leila Hassan' }] },
    ],
  },
  {
    place: 'munkkiniemi',
    receipts: 68,
    closedOnSundays: true,
    registers: [
      {
        till: 1,
        cash: true,
        share: 64,
        first: '40733',
        cashiers: [
          { id: '0302', name: 'Riina Suominen' },
          { id: '0305', name: 'Pekka Ahola' },
        ],
      },
      { till: 2, cash: true, share: 36, first: '45102', cashiers: [{ id: '0309', name: 'Noora Sainio' }] },
    ],
  },
];

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
