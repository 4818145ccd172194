import { expect } from 'vitest';
import type { Caller } from '@/server/auth/caller';
import { createCompany, createKey } from '@/server/ops/companies';
import { sender, startTestService, type Sender, type TestService } from '../service';
import { demoCompany } from '../../demo/demo';
import type { DemoCompany, DemoRecord } from '../../demo/shape';

/** The date of the demo in its tests. */
export const today = '2026-11-20';

/** The demo on `today`, with functions to find its parts. They throw if there is no such part. */
export const companies = demoCompany({ today });

/** Returns the company with this name. */
export function company(name: string): DemoCompany {
  const found = companies.find((one) => one.name === name);
  if (!found) throw new Error(`No company ${name}`);
  return found;
}

/** The root company. */
export const group = company('Rantakulma Group');
/** The products of all companies. */
export const products = companies.flatMap((one) => one.records.plu);

/** Returns the product with this name. */
export function findProduct(name: string): DemoRecord {
  const record = products.find((record) => record.name === name);
  if (!record) throw new Error(`No product ${name}`);
  return record;
}

/** Returns the value as a list, or an empty one. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Returns the value as an object, or an empty one. */
export const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Returns the barcodes of a product as text. */
export const barcodes = (record: DemoRecord) => list(record.data['barcodes']).map(String);

/** The demo's selling company. */
export const helsinki = company('Rantakulma Helsinki');

/** A service with the demo's selling company, and a caller in it. */
export interface DemoService {
  service: TestService;
  caller: Caller;
  send: Sender;
}
/** Starts a service with the demo's company and the records that receipts refer to. Close it when done. */
export async function startDemoService(): Promise<DemoService> {
  const service = await startTestService();
  const above = await createCompany(service.db, group);
  const caller = await createCompany(service.db, helsinki, above);
  const sendAbove = sender(service.fetch, await createKey(service.db, above, 'Test', 'admin'));
  // The tax rates of receipts, and the rounding of cash.
  for (const name of ['tax', 'tender'] as const) {
    const answer = await sendAbove('POST', `/api/secure/${name}`, { json: group.records[name] });
    expect(answer.status).toBe(200);
  }
  const send = sender(service.fetch, await createKey(service.db, caller, 'Test', 'admin'));
  for (const name of ['pricelist', 'location', 'pos', 'customer'] as const) {
    const answer = await send('POST', `/api/secure/${name}`, { json: helsinki.records[name] });
    expect(answer.status).toBe(200);
  }
  return { service, caller, send };
}
