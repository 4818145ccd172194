import { isArray, isGuid, isObject, at, type Json } from './json';
import { entityIn, type Party } from './party';

/** GUIDs of existing records, for the foreign keys of products (docs/interface.md#21-common-fields). */
export interface References {
  readonly dpt: readonly string[];
  readonly tax: readonly string[];
  readonly pricelist: readonly string[];
  readonly supplier: readonly string[];
}

type Kind = keyof References;

/** A body of each kind that servers are known to accept, for a server without any such record. */
const bodies: Readonly<Record<Kind, Json>> = {
  dpt: {},
  tax: { rate: '10' },
  pricelist: {},
  supplier: {},
};

const maxPerKind = 2;

/**
 * Finds at most two records of each kind: from references of products, otherwise from lists with these names, otherwise
 * (if the run may write) created now.
 */
export async function findReferences(
  party: Party,
  products: readonly Json[],
  { readOnly, label }: { readOnly: boolean; label: string },
): Promise<References> {
  const find = async (kind: Kind): Promise<string[]> => {
    const ids = new Set(products.flatMap((product) => named(kind, product)));
    if (ids.size < maxPerKind) {
      const answer = await party.send('GET', `/api/secure/${kind}`);
      const records = answer.ok && isArray(answer.json) ? answer.json.filter(isObject) : [];
      for (const { id, active } of records) if (isGuid(id) && active !== false) ids.add(id);
      const most = answer.ok && !readOnly ? maxPerKind : 0;
      for (let n = ids.size; n < most; n += 1) {
        const body = { name: `${label} ${kind} ${n}`, ...bodies[kind] };
        const answer = await party.post(kind, body);
        const id = answer.ok ? entityIn(answer.json)?.['id'] : null;
        if (isGuid(id)) ids.add(id);
      }
    }
    return [...ids].slice(0, maxPerKind);
  };
  return {
    dpt: await find('dpt'),
    tax: await find('tax'),
    pricelist: await find('pricelist'),
    supplier: await find('supplier'),
  };
}

function named(kind: Kind, product: Json): string[] {
  const prices = at(product, 'data', 'prices');
  const supply = at(product, 'data', 'supply');
  const ids = {
    dpt: () => [product['dpt_id']],
    tax: () => [product['tax_id']],
    pricelist: () => Object.keys(isObject(prices) ? prices : {}),
    supplier: () => (isArray(supply) ? supply.map((line) => at(line, 'supplier')) : []),
  }[kind]();
  return ids.filter(isGuid);
}
