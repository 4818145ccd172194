import type { Caller } from '../auth/caller';

/**
 * Text that identifies one scope. Whatever a process keeps in memory, locks by name or puts into a signature is keyed
 * with it: ids are unique only within a tenant, so a company's or a key's id alone may belong to several.
 */
export type ScopeKey = string & { readonly isScopeKey: true };

const keyOf = (...ids: readonly string[]): ScopeKey => {
  const key: string = ids.join(' ');
  return key as ScopeKey;
};

/** Returns the key of a company in its tenant: what all callers that act for it share. */
export const companyKey = ({ tenantId, companyId }: Pick<Caller, 'tenantId' | 'companyId'>): ScopeKey =>
  keyOf(tenantId, companyId);

/** Returns the key of one API key or membership: limits, live slots and retries are counted by it. */
export const callerKey = (caller: Pick<Caller, 'tenantId' | 'companyId' | 'userId' | 'keyId'>): ScopeKey =>
  keyOf(caller.tenantId, caller.companyId, callerId(caller));

/** Returns the id of the membership or API key that calls, or of the company where the service itself does. */
export const callerId = ({
  userId,
  keyId,
  companyId,
}: Pick<Caller, 'companyId' | 'userId' | 'keyId'>): string => userId ?? keyId ?? companyId;
