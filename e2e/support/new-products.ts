import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';

/**
 * Creates products for one test in Bakery, at 13.5 % of tax, found by a common part of their names: "Sheetx 01", "Sheetx 02" …
 * `fields` are those of each, and override what it would have.
 */
export async function newProducts(
  api: Sender,
  beginning: string,
  count: number,
  fields: Record<string, unknown> = {},
): Promise<{ word: string; products: Entity[] }> {
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const word = `${beginning}${Math.random().toString(36).slice(2, 9)}`;
  const json = Array.from({ length: count }, (_, at) => ({
    name: `${word} ${String(at + 1).padStart(2, '0')}`,
    dpt_id: dpt?.id,
    tax_id: tax?.id,
    base_price: '3.20',
    data: { cost_price: 1.1 },
    ...fields,
  }));
  return { word, products: (await api('POST', '/api/secure/plu', { json })).entities };
}
