import type { Owner } from './taxes-and-groups';

interface DiscountWords {
  name: string;
  of: Owner;
  num: number;
  receipt: string;
  type: 'percent' | 'amount' | 'fixed_price';
  value: string;
  /** Keys of departments, codes of products, keys of locations; customers by their index in the list. */
  dpts?: string;
  plus?: string;
  places?: string;
  customers?: number[];
  data: Record<string, unknown>;
  active?: false;
}

const line = { scope: 'line', stackable: false, account_code: '3900' };
const receipt = { scope: 'receipt', stackable: false, account_code: '3900' };

/** The discounts of the companies, one of each kind. */
export const discounts: DiscountWords[] = [
  {
    name: 'Staff',
    of: 'group',
    num: 1,
    receipt: 'HENKILÖKUNTA',
    type: 'percent',
    value: '30',
    data: { ...receipt, trigger: 'manual', max_amount: '20.00', approval_required: true, priority: 10 },
  },
  {
    name: 'Short-dated',
    of: 'group',
    num: 2,
    receipt: 'PÄIVÄYSTUOTE',
    type: 'percent',
    value: '40',
    dpts: 'dairy meat',
    data: { ...line, trigger: 'manual', reason_required: true, priority: 20 },
  },
  {
    name: 'Opening week 2024',
    of: 'group',
    num: 3,
    receipt: 'AVAJAISET',
    type: 'percent',
    value: '10',
    data: { ...receipt, trigger: 'automatic', valid_from: '2024-05-02', valid_until: '2024-05-08' },
    active: false,
  },
  {
    name: 'Happy hour coffee',
    of: 'helsinki',
    num: 11,
    receipt: 'HAPPY HOUR',
    type: 'percent',
    value: '20',
    dpts: 'coffee bakery',
    data: {
      ...line,
      trigger: 'automatic',
      weekdays: [1, 2, 3, 4, 5],
      time_from: '14:00',
      time_until: '17:00',
      max_amount: '5.00',
      priority: 30,
    },
  },
  {
    name: 'Bread in the evening',
    of: 'helsinki',
    num: 12,
    receipt: 'ILTALEIPÄ',
    type: 'percent',
    value: '50',
    plus: '2119',
    places: 'hakaniemi kallio',
    data: { ...line, trigger: 'automatic', time_from: '19:00', priority: 40 },
  },
  {
    name: 'Newsletter',
    of: 'helsinki',
    num: 13,
    receipt: 'UUTISKIRJE',
    type: 'amount',
    value: '5.00',
    data: {
      ...receipt,
      trigger: 'code',
      code: 'RANTA5',
      min_total: '25.00',
      valid_from: '2026-01-01',
      valid_until: '2026-12-31',
      stackable: true,
    },
  },
  {
    name: 'Hotel guests',
    of: 'helsinki',
    num: 14,
    receipt: 'HOTELLIVIERAS',
    type: 'percent',
    value: '12.5',
    dpts: 'breakfast lunch',
    customers: [1],
    data: { ...line, trigger: 'manual', priority: 50 },
  },
  {
    name: 'Bun and coffee',
    of: 'helsinki',
    num: 15,
    receipt: 'PULLAKAHVI',
    type: 'fixed_price',
    value: '6.90',
    plus: '2104 1012',
    data: { ...receipt, trigger: 'automatic', min_qty: '2', time_until: '11:00', priority: 60 },
  },
  {
    name: 'Terrace evening 2025',
    of: 'helsinki',
    num: 16,
    receipt: 'TERASSI-ILTA',
    type: 'amount',
    value: '1.00',
    dpts: 'cold',
    data: { ...line, trigger: 'automatic', valid_from: '2025-06-01', valid_until: '2025-08-31' },
    active: false,
  },
  {
    name: 'Students, lunch',
    of: 'tampere',
    num: 21,
    receipt: 'OPISKELIJA',
    type: 'amount',
    value: '2.00',
    dpts: 'lunch',
    data: { ...line, trigger: 'manual', weekdays: [1, 2, 3, 4, 5], time_from: '10:30', time_until: '14:30' },
  },
  {
    name: 'Christmas market 2024',
    of: 'tampere',
    num: 22,
    receipt: 'JOULUTORI',
    type: 'percent',
    value: '15',
    data: { ...receipt, trigger: 'automatic', valid_from: '2024-11-29', valid_until: '2024-12-23' },
    active: false,
  },
];
