import { sql } from 'kysely';
import { trusted } from '../../../db/db';
import { wrongFilterCounts } from '../../../db/schema/filter-counts';
import { recordJson, recordJsonb, type Table } from '../../../db/table';
import type { StoredFigures } from '../../../write/rules';

/** Returns the checks of one table of records, besides those of its events (events.ts) and of its stored figures. */
export function checksOf(table: Table): StoredFigures[] {
  const { resource } = table;
  const { name } = resource;
  const counts = wrongFilterCounts(table);
  return [
    {
      name: `${name}: the kept counts are those of the records`,
      wrong: sql`
        select 'company ' || company || ': kept ' || coalesce(kept::text, 'nothing') || ', there are '
          || coalesce(found::text, 'none') as what
        from (
          select r.tenant_id, c.key as company, c.value as kept from revision r
          cross join lateral jsonb_each(r.counts) c where r.resource = ${name} and c.value <> '[0, 0]'
        ) k
        full join (
          select t.tenant_id, t.company_id::text as company,
            jsonb_build_array(count(*) filter (where t.active), count(*) filter (where not t.active)) as found
          from ${sql.table(name)} t group by 1, 2
        ) f using (tenant_id, company)
        where kept is distinct from found`,
    },
    ...(counts
      ? [
          {
            name: `${name}: the kept counts of filters are those of the records`,
            wrong: trusted<{ what: string }>(counts),
          },
        ]
      : []),
    ...(resource.acceptedOnce ? [] : [asLastWritten(table)]),
  ];
}

/** Checks that each record equals its last event; events older than a column do not contain it: only then keys are compared. */
function asLastWritten(table: Table): StoredFigures {
  const { name } = table.resource;
  return {
    name: `${name}: each record is as its last event says`,
    wrong: sql`
      select ${name} || ' ' || t.id || ': not what event ' || e.id || ' wrote' as what
      from ${sql.table(name)} t
      cross join lateral (
        select e.id, e.after from event e
        where e.tenant_id = t.tenant_id and e.company_id = t.company_id and e.entity = ${name} and e.entity_id = t.id
        order by e.place desc, e.seq desc limit 1
      ) e
      where e.after is not null and case when e.after = ${trusted(recordJsonb(table))} then false else e.after <> (
        select jsonb_object_agg(r.key, r.value) from jsonb_each(${trusted(recordJson(table))}::jsonb) r
        where e.after ? r.key) end`,
  };
}

/** Checks of no single table of records. */
export const common: readonly StoredFigures[] = [
  {
    name: 'apikey: each key is there as its SHA-256 alone',
    wrong: sql`select 'apikey ' || k.id as what from apikey k where octet_length(k.hash) <> 32`,
  },
  {
    name: 'company: the lineage of each is that of its parent, and itself',
    wrong: sql`
      select 'company ' || c.id as what from company c
      left join company p on p.tenant_id = c.tenant_id and p.id = c.parent_id
      where c.lineage <> c.id || coalesce(p.lineage, '{}')`,
  },
];
