import { sql } from 'kysely';
import { vi } from 'vitest';
import { sameIdsInGroupsSuite } from './same-ids-in-groups';

// The scoped SQL, switched off: what keeps two tenants with the same ids apart here is row-level security alone.
vi.mock('@/core/server/sight', async (original) => ({
  ...(await original<typeof import('@/core/server/sight')>()),
  inSight: () => sql`true`,
  isOneCompany: () => true,
}));

sameIdsInGroupsSuite();
