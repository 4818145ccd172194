import { sql } from 'kysely';
import type { Database } from '@/server/db/db';
import { hasVocabulary } from '@/server/db/schema/search/search-fill';
import type { Table } from '@/server/db/table';

/** Returns what the search table of a resource and its vocabulary say that is not so, by the records. */
export async function searchFaults(db: Database, table: Table): Promise<unknown[]> {
  const { name } = table.resource;
  const records = sql.raw(`
    select t.id, t.name, k.words from (select t.*, ${table.search} as made from "${name}" t) t
    full join ${name}_search k using (tenant_id, id)
    where (k.company_id, k.seq, k.active, k.name, k.words) is distinct from (t.company_id, t.seq, t.active, t.name, t.made)`);
  const words = sql.raw(`
    select coalesce(v.word, w.word) as word, v.active, v.total, w.active, w.total
    from ${name}_words_search v
    full join (
      select k.tenant_id, k.company_id, t.word, count(*) filter (where k.active) as active, count(*) as total
      from ${name}_search k cross join unnest(search_terms(k.words)) t(word) group by 1, 2, 3
    ) w using (tenant_id, company_id, word)
    where (v.active, v.total) is distinct from (w.active, w.total)`);
  const terms = sql.raw(`
    select k.id, k.terms from ${name}_search k where k.terms is distinct from coalesce((
      select array_agg(v.term order by v.term) from ${name}_words_search v
      where v.tenant_id = k.tenant_id and v.company_id = k.company_id and v.word = any (search_terms(k.words))), '{}')`);
  const faults: unknown[] = [];
  for (const question of hasVocabulary(table) ? [records, words, terms] : [records])
    faults.push(...(await db.executeQuery(sql`${question}`.compile(db))).rows);
  return faults;
}
