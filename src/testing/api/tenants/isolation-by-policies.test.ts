import { sql } from 'kysely';
import { vi } from 'vitest';
import { isolationSuite } from './isolation';

// The scoped SQL, switched off: what keeps companies apart here is row-level security alone.
vi.mock('@/core/server/read/visibility', async (original) => ({
  ...(await original<typeof import('@/core/server/read/visibility')>()),
  inSight: () => sql`true`,
  isOneCompany: () => true,
}));

isolationSuite();
