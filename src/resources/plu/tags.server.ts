import { sql } from 'kysely';
import { z } from 'zod';
import { text } from '@/contract/values';
import { string } from '@/contract/openapi/parts';
import { inScope } from '@/server/db/db';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { queryOf } from '@/server/http/query';
import { plu } from './contract';

/** The most tags that are answered. */
const most = 100;

/** How many products of each tag are asked how they write it. */
const askedHow = 200;

const tag = z.object({
  value: z
    .string()
    .describe('The tag as most of the products have it that were looked at; the filter `tag` tells no case.'),
  records: z.int().describe('How many active products have it.'),
});

/** The tags that products have, for the filter by them. */
export const tagAddresses = endpoints(
  route({
    method: 'GET',
    path: '/plu_tag',
    operationId: 'list_plu_tag',
    tag: 'plu',
    summary: `The tags of active products, those of most products first, at most ${most}`,
    needs: plu.access.read,
    query: queryOf({
      q: { read: text(100).default(''), schema: string, description: 'Those that hold this text.' },
    }),
    answers: { 200: jsonAnswer('The tags.', z.array(tag)) },
    handle: async ({ c, caller, query: { q }, parts: { db } }) => {
      const rows = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<z.output<typeof tag>>`
          with found as (
            select k.value, sum(k.count)::int as records from plu_filter_count k
            where k.tenant_id = ${caller.tenantId} and k.filter = 'tag' and k.active and k.value <> ''
              and position(lower(${q.trim()}) in k.value) > 0
            group by k.value having sum(k.count) > 0 order by records desc, k.value limit ${most}
          )
          select coalesce(w.written, f.value) as value, f.records from found f
          left join lateral (
            select e.written from (
              select t.data from plu t where t.id in (select plu_by_tag(f.value)) and t.active limit ${askedHow}
            ) t
            cross join lateral jsonb_array_elements_text(
              jsonb_path_query_array(t.data, '$.tags[*] ? (@.type() == "string")')) e(written)
            where lower(e.written) = f.value
            group by e.written order by count(*) desc, e.written limit 1
          ) w on true
          order by f.records desc, f.value`),
      );
      return c.json(rows);
    },
  }),
);
