import { vi } from 'vitest';
import { isolationSuite } from './isolation';
import { proveScopeIsAway } from './without-scoped-sql';

// The scoped SQL is switched off, so that only row-level security separates companies.
vi.mock(import('@/server/read/visibility'), async (original) => ({
  ...(await original()),
  ...(await import('./without-scoped-sql')).withoutScopedSql,
}));

isolationSuite(proveScopeIsAway);
