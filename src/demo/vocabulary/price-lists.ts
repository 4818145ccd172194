import type { Owner } from './taxes-and-groups';

interface PriceListWords {
  key: string;
  of: Owner;
  name: string;
  type: 'base' | 'campaign' | 'customer';
  /** The percentage of the base price. */
  per: number;
  /** Departments with prices on the list, and the percentage of their products. The base lists have all of them. */
  for: string;
  share: number;
  weekdays?: number[];
  time?: [from: string, until: string];
  from?: string;
  until?: string;
  active: boolean;
}

/** The price lists; the first one of each company has its base prices. */
export const priceLists: PriceListWords[] = [
  {
    key: 'recommended',
    of: 'group',
    name: 'Recommended prices',
    type: 'base',
    per: 100,
    for: '',
    share: 100,
    active: true,
  },
  {
    key: 'wholesale',
    of: 'group',
    name: 'Wholesale',
    type: 'customer',
    per: 57,
    for: '',
    share: 0,
    active: true,
  },
  {
    key: 'kiosk-2024',
    of: 'group',
    name: 'Kiosk prices 2024',
    type: 'base',
    per: 105,
    for: '',
    share: 0,
    until: '2024-12-31',
    active: false,
  },
  {
    key: 'base',
    of: 'helsinki',
    name: 'Base prices',
    type: 'base',
    per: 100,
    for: '',
    share: 100,
    active: true,
  },
  {
    key: 'take-away',
    of: 'helsinki',
    name: 'Take-away',
    type: 'base',
    per: 92,
    for: 'coffee cold bakery cakes lunch breakfast',
    share: 80,
    active: true,
  },
  {
    key: 'coffee-hour',
    of: 'helsinki',
    name: 'Coffee hour',
    type: 'campaign',
    per: 78,
    for: 'coffee bakery cakes',
    share: 55,
    weekdays: [1, 2, 3, 4, 5],
    time: ['14:00', '16:00'],
    active: true,
  },
  {
    key: 'staff',
    of: 'helsinki',
    name: 'Staff',
    type: 'customer',
    per: 70,
    for: 'coffee cold bakery cakes lunch breakfast grocery dairy sweets',
    share: 60,
    active: true,
  },
  {
    key: 'lunch',
    of: 'helsinki',
    name: 'Lunch',
    type: 'campaign',
    per: 94,
    for: 'lunch',
    share: 70,
    weekdays: [1, 2, 3, 4, 5, 6],
    time: ['10:30', '14:30'],
    active: true,
  },
  {
    key: 'terrace',
    of: 'helsinki',
    name: 'Summer terrace 2025',
    type: 'campaign',
    per: 110,
    for: '',
    share: 0,
    from: '2025-06-01',
    until: '2025-08-31',
    active: false,
  },
  {
    key: 'tre-base',
    of: 'tampere',
    name: 'Base prices, Tampere',
    type: 'base',
    per: 100,
    for: '',
    share: 100,
    active: true,
  },
  {
    key: 'tre-morning',
    of: 'tampere',
    name: 'Morning',
    type: 'campaign',
    per: 85,
    for: 'coffee bakery breakfast',
    share: 60,
    weekdays: [1, 2, 3, 4, 5],
    time: ['07:00', '09:00'],
    active: true,
  },
  {
    key: 'tre-staff',
    of: 'tampere',
    name: 'Staff, Tampere',
    type: 'customer',
    per: 70,
    for: 'coffee bakery lunch breakfast kiosk',
    share: 60,
    active: true,
  },
  {
    key: 'tre-student',
    of: 'tampere',
    name: 'Students',
    type: 'customer',
    per: 88,
    for: 'lunch breakfast kiosk',
    share: 75,
    active: true,
  },
  {
    key: 'tre-market',
    of: 'tampere',
    name: 'Christmas market 2024',
    type: 'campaign',
    per: 108,
    for: '',
    share: 0,
    from: '2024-11-29',
    until: '2024-12-23',
    active: false,
  },
];
