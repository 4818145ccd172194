import { demoCompany } from './demo';
import type { DemoCompany, DemoRecord } from './shape';

/** The day on which the demo's tests look at it. */
export const today = '2026-11-20';

/** The demo as it stands on `today`, and ways to find one's way in it. Those that find throw when they do not. */
export const companies = demoCompany({ today });

export function company(name: string): DemoCompany {
  const found = companies.find((one) => one.name === name);
  if (!found) throw new Error(`No company ${name}`);
  return found;
}

export const group = company('Rantakulma Group');
export const products = companies.flatMap((one) => one.records.plu);

/** The product of a name. */
export function find(name: string): DemoRecord {
  const found = products.find((record) => record.name === name);
  if (!found) throw new Error(`No product ${name}`);
  return found;
}

/** A value as a list, or as an object; empty where it is none. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

export const barcodes = (record: DemoRecord) => list(record.data['barcodes']).map(String);
