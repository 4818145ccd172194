import type { Answer, Json } from './answer';
import type { Samples } from './samples';
import type { Sender } from './service';
import { contracts } from '@/resources/contracts';

/** Fixtures for tests of receipts: a location with a register, business days, and receipts of one line. */
export interface Shop {
  readonly location_id: string;
  readonly pos_id: string;
  /** Opens a business day of the location; returns its id. */
  openDay(date?: string): Promise<string>;
  /** Changes the status of a day. */
  setStatus(day: string, status: string, data?: Json, as?: Sender): Promise<Answer>;
  /** Returns a receipt of the day: 4.50 in cash for one unlisted product, overridden by `more`. */
  receipt(day: string, more?: Json): Json;
}

/** Creates the location and its register with `send`; `samples` makes the location's body. */
export async function openShop(send: Sender, samples: Samples): Promise<Shop> {
  const make = async (path: string, json: Json) =>
    (await send('POST', `/api/secure/${path}`, { json })).entity.id;
  const location_id = await make('location', await samples.minimal(contracts.location));
  const pos_id = await make('pos', { name: 'Till', location_id });
  const dates = new Map<string, string>();
  return {
    location_id,
    pos_id,
    openDay: async (date = '2026-03-01') => {
      const id = await make('businessday', { location_id, date, second: true });
      dates.set(id, date);
      return id;
    },
    setStatus: (day, status, data, as = send) =>
      as('PUT', `/api/secure/businessday/${day}`, { json: { status, ...(data && { data }) } }),
    receipt: (businessday_id, more = {}) => ({
      id: crypto.randomUUID(),
      businessday_id,
      location_id,
      pos_id,
      receipt_num: '1',
      completed_at: `${dates.get(businessday_id) ?? '2026-03-01'}T10:00:00.000Z`,
      currency: 'EUR',
      total: '4.50',
      data: {
        lines: [{ number: 1, name: 'Bun', qty: '1', total: '4.50' }],
        tenders: [{ type: 'cash', amount: '4.50' }],
      },
      ...more,
    }),
  };
}

/** Creates a location with two registers, whose `data` is this. */
export async function openTwoRegisters(
  send: Sender,
  samples: Samples,
  data: Json,
): Promise<{ readonly location_id: string; readonly registers: readonly string[] }> {
  const make = async (path: string, json: Json) => {
    const answer = await send('POST', `/api/secure/${path}`, { json });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.entity.id;
  };
  const location_id = await make('location', { ...(await samples.minimal(contracts.location)), data });
  const register = (name: string, pos_num: number) => make('pos', { name, pos_num, location_id });
  return { location_id, registers: [await register('One', 1), await register('Two', 2)] };
}

/** Returns a receipt of the day whose total, tax and tenders add up. */
export const soundReceipt = (from: Shop, day: string, receipt_num: string, more: Json = {}): Json =>
  from.receipt(day, {
    receipt_num,
    total_net: '3.96',
    total_tax: '0.54',
    data: {
      lines: [{ name: 'Bun', qty: '0.345', total: '4.50', net: '3.96', tax: '0.54', tax_rate: '13.5' }],
      tenders: [{ type: 'cash', amount: '4.50' }],
      taxes: [{ rate: '13.5', gross: '4.50', net: '3.96', tax: '0.54' }],
    },
    ...more,
  });
