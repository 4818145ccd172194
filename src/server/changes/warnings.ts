import { Big } from 'big.js';
import { sql } from 'kysely';
import type { ItemWarning } from '@/contract/change-set';
import { pointerOf } from '@/contract/pointer';
import { isNumber, type Json } from '@/record/json';
import { trusted } from '../db/db';
import { recordJsonb, type Table } from '../db/table';
import { withId, type Examined } from './examine';
import type { ChangeSet, Work } from './sets';

/** A change of a price by more than this many per cent is a warning. */
const largeChange = 30;
/** More deactivated records than this are a warning. */
const manyDeactivated = 500;

/** Returns what there is to warn of in items that are ready, by the number of the item (docs/design.md#change-sets). */
export async function warningsOf(
  { tx, context }: Work,
  table: Table,
  examined: readonly Examined[],
): Promise<Map<number, ItemWarning[]>> {
  const { warnings } = table.rules;
  const found = new Map<number, ItemWarning[]>();
  if (!warnings) return found;
  const ready = examined.filter(({ state }) => state === 'ready');
  for (const { item, decisions } of ready) {
    const isLarge = decisions.some(
      ({ fate, cell, value }) =>
        fate === 'change' && warnings.prices.test(pointerOf(cell.path)) && isLargeChange(cell.now, value),
    );
    found.set(item.n, isLarge ? ['large_change'] : []);
  }
  for (const [name, { of, condition }] of Object.entries(warnings.conditions)) {
    const asked = ready.filter(({ decisions }) =>
      decisions.some(({ fate, cell }) => fate === 'change' && of.test(pointerOf(cell.path))),
    );
    if (asked.length === 0) continue;
    // `offset 0`: each record is made once, not once for each place that the condition names it.
    const rows = await tx.rows(sql<{ n: number }>`
      select g.n from jsonb_to_recordset(${bodiesOf(asked)}::jsonb) g(n int, id uuid, patch jsonb)
      left join ${sql.table(table.resource.name)} t
        on t.tenant_id = ${context.caller.tenantId} and t.company_id = ${context.caller.companyId} and t.id = g.id
      cross join lateral (select case when t.id is not null then ${trusted(recordJsonb(table))} end as b offset 0) before
      cross join lateral (select case when before.b is null then g.patch else before.b || g.patch
        || jsonb_build_object('data', merge_patch(before.b->'data', coalesce(g.patch->'data', '{}'))) end as r offset 0) r
      where ${trusted(condition)}`);
    for (const { n } of rows) found.get(n)?.push(warningOf(name));
  }
  return found;
}

const bodiesOf = (examined: readonly Examined[]): string =>
  `[${examined
    .map(
      ({ item, bodies: [body] }) =>
        `{"n":${item.n},"id":${JSON.stringify(item.record_id)},"patch":${withId(body ?? {}, item.record_id)}}`,
    )
    .join(',')}]`;

const warningOf = (name: string): ItemWarning => {
  if (name === 'below_cost' || name === 'barcode_twice' || name === 'code_twice') return name;
  throw new Error(`${name} is no warning of a condition`);
};

function isLargeChange(before: Json | undefined, after: Json | undefined): boolean {
  const [was, is] = [decimalOf(before), decimalOf(after)];
  if (!was || !is || was.eq(0)) return false;
  return is.minus(was).abs().times(100).gt(was.abs().times(largeChange));
}

function decimalOf(value: Json | undefined): Big | null {
  const text = isNumber(value) ? value.value : value;
  try {
    return typeof text === 'string' ? new Big(text) : null;
  } catch {
    return null;
  }
}

/** Warns of what only the whole set shows: texts that two of its items share, and many records deactivated at once. */
export async function warnOfWhole(
  { tx, context }: Work,
  set: ChangeSet,
  tables: readonly Table[],
): Promise<void> {
  const ofSet = sql`i.tenant_id = ${context.caller.tenantId} and i.changeset_id = ${set.id} and i.state = 'ready'`;
  const warn = (name: string, which: ReturnType<typeof sql>) =>
    tx.rows(sql`
      update changeset_item i set warnings = array_append(i.warnings, ${name})
      where ${ofSet} and not (${name} = any(i.warnings)) and i.n in (${which})`);
  for (const { resource, rules } of tables) {
    for (const [name, texts] of Object.entries(rules.warnings?.unique ?? {})) {
      await warn(
        name,
        sql`
          select unnest(c.ns) from (
            select array_agg(i.n) as ns from changeset_item i
            cross join lateral (select i.patch as p) p
            cross join lateral (select distinct texts.text from (${trusted(texts)}) texts(text)) given
            where ${ofSet} and i.resource = ${resource.name} and given.text <> ''
            group by given.text having count(*) > 1
          ) c`,
      );
    }
    const deactivated = sql`
      select i.n from changeset_item i where ${ofSet} and i.resource = ${resource.name} and i.patch->'active' = 'false'`;
    await warn(
      'mass_deactivation',
      sql`${deactivated} and (select count(*) from (${deactivated}) many) > ${manyDeactivated}`,
    );
  }
}
