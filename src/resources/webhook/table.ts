import { sql } from 'kysely';
import { mostWebhooks } from '@/contract/webhooks';
import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Targets } from '@/server/webhooks/targets';
import type { Item } from '@/server/http/items';
import type { Tx } from '@/server/db/db';
import { defineTable, type Table } from '@/server/db/table';
import { HttpProblem, invalid } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { webhook } from './contract';
import { webhookKinds } from './kinds';

/** Checks the kinds, which the contract takes as text: the list of them is no part of the application's first load. @throws 422 `invalid_value` */
function requireKinds({ items }: Change): void {
  const wrong = items.flatMap(({ data, path }): FieldProblem[] => {
    const kinds: readonly unknown[] = Array.isArray(data?.['kinds']) ? data['kinds'] : [];
    return kinds.flatMap((kind, n) =>
      webhookKinds.includes(String(kind))
        ? []
        : [
            {
              pointer: pointerOf([...path, 'data', 'kinds', n]),
              code: 'invalid_value',
              detail: `No kind of event: ${String(kind)}`,
            },
          ],
    );
  });
  if (wrong.length > 0) throw invalid(wrong);
}

/** @throws 409 `too_many_webhooks` where a company would have more active webhooks than are looked after */
async function requireFew(tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const made = items.filter(
    ({ id, fields }) => (fields['active'] ?? !stored.has(id)) === true && stored.get(id)?.active !== true,
  );
  if (made.length === 0) return;
  // Two at once count one after the other: a statement sees what was there when it began, so the lock has one of its own.
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${caller.tenantId} ${caller.companyId}`}, 0))`,
  );
  const [row] = await tx.rows(sql<{ there: number }>`
    select count(*)::int as there from webhook t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.active`);
  if ((row?.there ?? 0) + made.length <= mostWebhooks) return;
  const detail = `A company has ${mostWebhooks} active webhooks at most`;
  throw new HttpProblem(409, 'too_many_webhooks', 'Conflict', detail, {
    errors: made.map(({ path }) => ({ pointer: pointerOf(path), code: 'too_many_webhooks', detail })),
  });
}

const declared = defineTable(webhook, {
  columns: {},
  computed: { has_secret: '(t.sealed is not null)' },
  revisions: [],
  // Those that are looked after.
  indexes: { webhook_active: '(tenant_id, company_id) where active' },
  search: `concat_search(name, data->>'url', data->>'note')`,
  rules: {
    before: async (tx, change) => {
      requireKinds(change);
      await requireFew(tx, change);
    },
    after: async (tx, { items }) => {
      await tx.rows(sql`select webhook_begin(i.id) from unnest(${items.map(({ id }) => id)}::uuid[]) i(id)`);
    },
  },
});

/** Checks where webhooks would lead. @throws 422 `refused_address` */
async function requireTargets(targets: Targets, items: readonly Item[]): Promise<void> {
  /** Each address is looked up once, and no more of them than there may be. */
  const asked = new Map<string, Promise<string | null>>();
  const resolved = (url: string) => {
    const known =
      asked.get(url) ?? (asked.size < mostWebhooks ? targets.resolvedFault(url) : Promise.resolve(null));
    asked.set(url, known);
    return known;
  };
  const faults = await Promise.all(
    items.map(async ({ data, path }): Promise<FieldProblem[]> => {
      const url: unknown = data?.['url'];
      if (typeof url !== 'string' || url === '') return [];
      const detail = targets.faultOf(url) ?? (await resolved(url));
      return detail === null
        ? []
        : [{ pointer: pointerOf([...path, 'data', 'url']), code: 'refused_address', detail }];
    }),
  );
  const wrong = faults.flat();
  if (wrong.length > 0) throw invalid(wrong);
}

/**
 * Table of webhooks. The secret is encrypted with a key that the database does not have (auth/secret-keys.ts), and the one before it until its
 * time is over. What is to be sent is in the migration that made what belongs to it.
 */
export const webhookTable: Table = {
  ...declared,
  columns: { ...declared.columns, sealed: 'text', sealed_before: 'text', before_until: 'timestamptz' },
};

/** Returns the table of a service that knows where webhooks may lead. */
export const webhookTableOf = (targets: Targets): Table => ({
  ...webhookTable,
  rules: { ...webhookTable.rules, outside: (items) => requireTargets(targets, items) },
});
