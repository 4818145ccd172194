import { randomUUID } from 'node:crypto';
import type { Sender } from '@/testing/service';

type Json = Record<string, unknown>;

/** A location for one test, in the far future, whose days no other test sees. */
export interface ShopOfDays {
  readonly name: string;
  readonly location_id: string;
  readonly registers: readonly [string, string];
  readonly product: { readonly id: string; readonly name: string };
  readonly customer: { readonly id: string; readonly name: string };
  /** Opens a day with receipts that add up, closes it if requested, and returns what it created. */
  day(date: string, options?: DayOptions): Promise<Day>;
}

interface DayOptions {
  /** Changes receipts before they are posted, to create a fault. */
  readonly fault?: Readonly<Partial<Record<Kind, (receipt: Json) => Json>>>;
  /** Counts the drawers exactly and closes the day. */
  readonly close?: boolean;
  /** The number of additional plain sales. */
  readonly more?: number;
}

interface Day {
  readonly id: string;
  readonly receipts: Readonly<Record<Kind, { readonly id: string; readonly number: string }>>;
}

/** The receipts of each day: in cash, with two tax rates, a void, a cash return, and two of the other register. */
const kinds = ['cash', 'rates', 'void', 'return', 'double', 'last'] as const;
type Kind = (typeof kinds)[number];

/** A line: cents including tax, and the rate in tenths of a percent. */
interface SoldLine {
  readonly name: string;
  readonly cents: number;
  readonly qty?: number;
  readonly rate: number;
}

/** Returns cents as decimal text. */
const decimalText = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const rateText = (rate: number): string => (rate % 10 === 0 ? String(rate / 10) : (rate / 10).toFixed(1));

/** Returns the tax included in an amount, in cents. */
const taxIn = (cents: number, rate: number): number => Math.round((cents * rate) / (1000 + rate));

/** Creates the location, two registers, a product and a customer, all with unique names. */
export async function openShopOfDays(send: Sender): Promise<ShopOfDays> {
  const mark = randomUUID().slice(0, 8);
  const make = async (path: string, json: Json) => {
    const answer = await send('POST', `/api/secure/${path}`, { json });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.entity.id;
  };
  const name = `Harbour ${mark}`;
  const location_id = await make('location', {
    name,
    data: {
      timezone: 'Europe/Helsinki',
      address: { street: 'Quay 3', postal_code: '00530', city: 'Helsinki' },
      receipt_footer: ['Kiitos ja tervetuloa!'],
    },
  });
  const registers = [
    await make('pos', { name: 'Register 1', location_id }),
    await make('pos', { name: 'Register 2', location_id }),
  ] as const;
  const [dpt] = (await send('GET', '/api/secure/dpt?pageSize=1')).entities;
  const product = { id: '', name: `Salmon soup ${mark}` };
  product.id = await make('plu', { name: product.name, dpt_id: dpt?.id, tax_id: dpt?.['tax_id'] });
  const customer = { id: '', name: `Maija ${mark}` };
  customer.id = await make('customer', { name: customer.name });
  const tenders = (await send('GET', '/api/secure/tender?pageSize=100')).entities;
  const tenderOf = (type: string) =>
    tenders.find((tender) => tender['type'] === type) ?? { id: null, name: type };

  const receipt = (
    day: string,
    date: string,
    number: string,
    sold: readonly SoldLine[],
    more: { type?: string; register?: number; hour?: number; cash?: boolean; cashier?: string } = {},
  ): Json => {
    const { type = 'sale', register = 0, hour = 9, cash = false, cashier = 'Ville Koskela' } = more;
    const sign = type === 'return' ? -1 : 1;
    const lines = sold.map(({ name: what, cents, qty = 1, rate }, index) => {
      const total = sign * cents * qty;
      const tax = sign * taxIn(cents * qty, rate);
      return {
        number: index + 1,
        plu_id: what === product.name ? product.id : randomUUID(),
        productid: `00${index + 7}`,
        name: what,
        dpt_id: dpt?.id,
        dpt_name: String(dpt?.['name']),
        qty: String(sign * qty),
        unit_price: decimalText(cents),
        total: decimalText(total),
        net: decimalText(total - tax),
        tax: decimalText(tax),
        tax_rate: rateText(rate),
      };
    });
    const total = sold.reduce((sum, { cents, qty = 1 }) => sum + sign * cents * qty, 0);
    const rows = [...new Set(sold.map(({ rate }) => rate))].map((rate) => {
      const of = sold.filter((one) => one.rate === rate);
      const gross = of.reduce((sum, { cents, qty = 1 }) => sum + sign * cents * qty, 0);
      const tax = of.reduce((sum, { cents, qty = 1 }) => sum + sign * taxIn(cents * qty, rate), 0);
      return {
        rate: rateText(rate),
        gross: decimalText(gross),
        net: decimalText(gross - tax),
        tax: decimalText(tax),
      };
    });
    const tax = sold.reduce((sum, { cents, qty = 1, rate }) => sum + sign * taxIn(cents * qty, rate), 0);
    const paid = tenderOf(cash ? 'cash' : 'card');
    return {
      id: randomUUID(),
      businessday_id: day,
      location_id,
      pos_id: registers[register],
      receipt_num: number,
      type,
      completed_at: `${date}T${String(hour).padStart(2, '0')}:30:07.000Z`,
      cashier: { id: cashier.slice(0, 2), name: cashier },
      customer_id: customer.id,
      currency: 'EUR',
      total: decimalText(total),
      total_net: decimalText(total - tax),
      total_tax: decimalText(tax),
      data: {
        lines,
        tenders: [
          {
            tender_id: paid.id,
            name: paid['name'],
            type: cash ? 'cash' : 'card',
            amount: decimalText(total),
          },
        ],
        taxes: rows,
      },
    };
  };

  // Receipt numbers and drawers continue from day to day, as on a till.
  const next = [101, 201];
  const numberOf = (register: number) => {
    const number = next[register] ?? 0;
    next[register] = number + 1;
    return String(number).padStart(4, '0');
  };
  let float = 10_000;

  return {
    name,
    location_id,
    registers,
    product,
    customer,
    async day(date, { fault = {}, close = false, more = 0 } = {}) {
      const id = await make('businessday', { location_id, date });
      const soup = { name: product.name, cents: 1390, rate: 135 };
      const beer = { name: 'Beer', cents: 790, rate: 255 };
      const coffee = { name: 'Filter coffee', cents: 320, qty: 2, rate: 135 };
      const sanna = { register: 1, cashier: 'Sanna Mäkelä' };
      const receiptByKind: Record<Kind, Json> = {
        cash: receipt(id, date, numberOf(0), [soup, coffee], { cash: true }),
        rates: receipt(id, date, numberOf(0), [soup, beer], { hour: 10 }),
        void: receipt(id, date, numberOf(0), [coffee], { hour: 10, type: 'void' }),
        return: receipt(id, date, numberOf(0), [beer], { hour: 11, type: 'return', cash: true }),
        double: receipt(id, date, numberOf(1), [soup, soup], { ...sanna, hour: 11 }),
        last: receipt(id, date, numberOf(1), [coffee, beer], { ...sanna, hour: 12 }),
      };
      const all = [
        ...kinds.map((kind) => fault[kind]?.(receiptByKind[kind]) ?? receiptByKind[kind]),
        ...Array.from({ length: more }, () =>
          receipt(id, date, numberOf(1), [coffee], { ...sanna, hour: 13 }),
        ),
      ];
      for (let at = 0; at < all.length; at += 1000) {
        const answer = await send('POST', '/api/secure/sales', { json: all.slice(at, at + 1000) });
        if (answer.status !== 200) throw new Error(`sales: ${answer.status} ${answer.text}`);
      }
      if (close) {
        // The first drawer received 20.30 in cash minus a return of 7.90, the second one nothing.
        const z_reports = [
          { pos_id: registers[0], opening_float: decimalText(float), counted: decimalText(float + 1240) },
          { pos_id: registers[1], opening_float: '50.00', counted: '50.00' },
        ];
        float += 1240;
        const json = { status: 'closed', closed_at: `${date}T19:14:00.000Z`, data: { z_reports } };
        const put = await send('PUT', `/api/secure/businessday/${id}`, { json });
        if (put.status !== 200) throw new Error(`businessday: ${put.status} ${put.text}`);
      }
      const known = ({ id: one, receipt_num }: Json) => ({ id: String(one), number: String(receipt_num) });
      return {
        id,
        receipts: {
          cash: known(receiptByKind.cash),
          rates: known(receiptByKind.rates),
          void: known(receiptByKind.void),
          return: known(receiptByKind.return),
          double: known(receiptByKind.double),
          last: known(receiptByKind.last),
        },
      };
    },
  };
}
