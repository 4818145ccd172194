import { randomUUID } from 'node:crypto';
import type { Sender } from '@/testing/service';
import { expect } from './fixtures';

type Json = Record<string, unknown>;

/** Creates a location with two registers, the first of them counted at 150.00 on an earlier day. */
export async function openLocation(send: Sender) {
  const make = async (path: string, json: Json) => {
    const answer = await send('POST', `/api/secure/${path}`, { json });
    expect(answer.status).toBe(201);
    return answer.entity.id;
  };
  const name = `Pier ${randomUUID().slice(0, 8)}`;
  const location_id = await make('location', { name, data: { timezone: 'Europe/Helsinki' } });
  const first = await make('pos', { name: 'Till A', location_id });
  const second = await make('pos', { name: 'Till B', location_id });
  const before = await make('businessday', { location_id, date: '2031-05-05' });
  const closed = await send('PUT', `/api/secure/businessday/${before}`, {
    json: {
      status: 'closed',
      data: { z_reports: [{ pos_id: first, opening_float: '150.00', counted: '150.00' }] },
    },
  });
  expect(closed.status).toBe(200);
  const sell = async (businessday_id: string, pos_id: string, type: 'cash' | 'card', amount: string) => {
    const json = {
      businessday_id,
      location_id,
      pos_id,
      receipt_num: '1',
      completed_at: '2031-05-06T09:00:00.000Z',
      cashier: { id: '1', name: 'Ville' },
      currency: 'EUR',
      total: amount,
      total_net: amount,
      data: {
        lines: [{ number: 1, name: 'Bun', qty: '1', total: amount, net: amount, tax: '0.00', tax_rate: '0' }],
        tenders: [{ type, amount }],
        taxes: [{ rate: '0', gross: amount, net: amount, tax: '0.00' }],
      },
    };
    expect((await send('POST', '/api/secure/sales', { json })).status).toBe(201);
  };
  return { name, location_id, first, second, make, sell };
}
