import type { Caller } from '../auth/caller';

/**
 * Text that identifies one scope. Everything that a process caches, locks by name or signs is keyed with it: ids are
 * unique only within a tenant, so a company's or a key's id alone may belong to several.
 */
export type ScopeKey = string & { readonly isScopeKey: true };

const keyOf = (...ids: readonly string[]): ScopeKey => {
  const key: string = ids.join(' ');
  return key as ScopeKey;
};

/** Returns the key of a company in its tenant, shared by all callers that see the same of it: all, or the same locations and fields. */
export const companyKey = ({
  tenantId,
  companyId,
  locations,
  hidden = [],
}: Pick<Caller, 'tenantId' | 'companyId' | 'locations' | 'hidden'>): ScopeKey =>
  keyOf(
    tenantId,
    companyId,
    ...(locations ? [locations.toSorted().join(',')] : []),
    ...(hidden.length > 0 ? [`without ${hidden.toSorted().join(',')}`] : []),
  );

/** Returns the key of one API key or membership, by which limits, live streams and retries are counted. */
export const callerKey = (caller: Pick<Caller, 'tenantId' | 'companyId' | 'userId' | 'keyId'>): ScopeKey =>
  keyOf(caller.tenantId, caller.companyId, callerId(caller));

/** Returns the id of the calling membership or API key, or of the company if the service itself is the caller. */
export const callerId = ({
  userId,
  keyId,
  companyId,
}: Pick<Caller, 'companyId' | 'userId' | 'keyId'>): string => userId ?? keyId ?? companyId;
