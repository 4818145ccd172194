import { sql } from 'kysely';
import { z } from 'zod';
import { text } from '@/contract/values';
import { string } from '@/contract/openapi-parts';
import { inScope } from '@/server/db/db';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { queryOf } from '@/server/http/query';
import { plu } from './contract';

/** The most tags that are answered. */
const most = 100;

const tag = z.object({
  value: z.string().describe('The tag in lower case: the filter `tag` tells no case.'),
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
    roles: plu.access.read,
    query: queryOf({
      q: { read: text(100).default(''), schema: string, description: 'Those that hold this text.' },
    }),
    answers: { 200: jsonAnswer('The tags.', z.array(tag)) },
    handle: async ({ c, caller, query: { q }, parts: { db } }) => {
      const rows = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<z.output<typeof tag>>`
          select k.value, sum(k.count)::int as records from plu_filter_count k
          where k.tenant_id = ${caller.tenantId} and k.filter = 'tag' and k.active and k.value <> ''
            and position(lower(${q.trim()}) in k.value) > 0
          group by k.value having sum(k.count) > 0 order by records desc, k.value limit ${most}`),
      );
      return c.json(rows);
    },
  }),
);
