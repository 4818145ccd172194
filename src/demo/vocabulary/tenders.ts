import type { tenderTypes } from '@/resources/tender/contract';

interface TenderWords {
  name: string;
  num: number;
  type: (typeof tenderTypes)[number];
  account: string;
  /** The fee for the payment, in per cent. */
  fee?: string;
  max?: string;
  /** What the till does with it. */
  can: string;
  active?: false;
}

/** The group's tenders. Only cash is rounded, to five cents, as the law requires. */
export const tenders: TenderWords[] = [
  { name: 'Cash', num: 1, type: 'cash', account: '1910', can: 'drawer change refund counted' },
  { name: 'Card', num: 2, type: 'card', account: '1920', fee: '0.85', can: 'refund tip' },
  {
    name: 'Mobile payment',
    num: 3,
    type: 'mobile',
    account: '1921',
    fee: '1.20',
    max: '500.00',
    can: 'refund tip',
  },
  { name: 'Lunch card', num: 4, type: 'lunch', account: '1931', fee: '3.50', max: '14.00', can: '' },
  { name: 'Gift card', num: 5, type: 'gift_card', account: '2860', can: 'refund' },
  { name: 'Voucher', num: 6, type: 'voucher', account: '1932', can: 'counted' },
  { name: 'Invoice', num: 7, type: 'invoice', account: '1700', max: '2000.00', can: 'refund' },
  {
    name: 'Paper lunch voucher',
    num: 8,
    type: 'lunch',
    account: '1933',
    can: 'drawer counted',
    active: false,
  },
];
