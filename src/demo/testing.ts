import { demoCompany } from './demo';
import type { DemoCompany, DemoRecord } from './shape';

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
