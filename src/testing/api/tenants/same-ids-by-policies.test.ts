import { vi } from 'vitest';
import { sameIdsInGroupsSuite } from './same-ids-in-groups';
import { proveScopeIsAway } from './without-scoped-sql';

// The scoped SQL is switched off, so that only row-level security separates two tenants with the same ids.
vi.mock(import('@/server/read/visibility'), async (original) => ({
  ...(await original()),
  ...(await import('./without-scoped-sql')).withoutScopedSql,
}));

sameIdsInGroupsSuite(proveScopeIsAway);
