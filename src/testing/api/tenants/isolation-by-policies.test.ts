import { sql } from 'kysely';
import { vi } from 'vitest';
import { isolationSuite } from './isolation';

// The scoped SQL is switched off, so that only row-level security separates companies.
vi.mock('@/core/server/read/visibility', async (original) => ({
  ...(await original<typeof import('@/core/server/read/visibility')>()),
  inSight: () => sql`true`,
  isOneCompany: () => true,
}));

isolationSuite();
