import type { Caller } from '../auth/caller';
import { unavailable } from '../http/problems';
import { companyKey, type ScopeKey } from '../write/scope-key';

const most = { all: 8, tenant: 4, each: 2 };
const busy = new Map<ScopeKey, { readonly tenantId: string; count: number }>();

/**
 * Takes a place for a PDF that is being made; returns the function that gives it back, once. Without a bound, the pages
 * in memory would grow with the requests.
 *
 * @param owner the company that asks: it has no more than its share, and neither have all companies of its tenant
 * @throws 503 while as many are being made as may be
 */
export function takePlace(owner: Pick<Caller, 'tenantId' | 'companyId'>): () => void {
  const key = companyKey(owner);
  const { tenantId } = owner;
  const places = [...busy.values()];
  const sumOf = (some: typeof places) => some.reduce((sum, { count }) => sum + count, 0);
  const own = busy.get(key) ?? { tenantId, count: 0 };
  const ofTenant = sumOf(places.filter((one) => one.tenantId === tenantId));
  if (own.count >= most.each || ofTenant >= most.tenant || sumOf(places) >= most.all)
    throw unavailable('Other PDFs are being made; try again in a moment');
  own.count += 1;
  busy.set(key, own);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    own.count -= 1;
    if (own.count === 0) busy.delete(key);
  };
}
