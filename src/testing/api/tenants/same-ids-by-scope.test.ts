import { sql } from 'kysely';
import { sameIdsInGroupsSuite } from './same-ids-in-groups';

// The policies are switched off, so that only the scoped SQL separates two tenants with the same ids.
sameIdsInGroupsSuite(async ({ db }) => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relrowsecurity and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(db);
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} disable row level security`.execute(db);
});
