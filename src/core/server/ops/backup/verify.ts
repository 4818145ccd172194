import { sql, type RawBuilder } from 'kysely';
import { trusted, type Database } from '../../db/db';
import { wrongFilterCounts } from '../../db/schema/filter-counts';
import type { StoredFigures } from '../../write/rules';
import { recordJson, type Table } from '../../db/table';
import { plainSettings } from './stored-tables';

/** The result of one check. */
export interface Verified {
  readonly name: string;
  /** The number of faults. */
  readonly wrong: number;
  /** The first faults, in words. */
  readonly examples: readonly string[];
}

/** Rows that are wrong; `what` says which, and how. */
type Check = StoredFigures;

const examplesAtMost = 5;

/**
 * Checks everything that the database stores, in one snapshot, and changes nothing: references, counts, one event for
 * each write, records against their last event, stored totals, and what `further` says. It may run beside a service.
 */
export async function verify(
  db: Database,
  tables: readonly Table[],
  further: readonly StoredFigures[] = [],
): Promise<Verified[]> {
  return db.connection().execute(async (connection) => {
    await trusted('begin isolation level repeatable read read only').execute(connection);
    try {
      await trusted(`${plainSettings}; set local role tillhouse_backup`).execute(connection);
      const found: Verified[] = [];
      for (const { name, wrong } of [
        ...(await references(connection)),
        ...tables.flatMap(checksOf),
        ...common,
        ...further,
      ]) {
        if (typeof wrong === 'function') {
          const whats = await wrong(async (statement) => (await statement.execute(connection)).rows);
          const first = whats.map(({ what }) => what).slice(0, examplesAtMost);
          found.push({ name, wrong: whats.length, examples: first });
          continue;
        }
        const { rows } = await sql<{ wrong: number; examples: string[] | null }>`
          select count(*) as wrong, (array_agg(w.what order by w.what))[1:${trusted(String(examplesAtMost))}] as examples
          from (${wrong}) w`.execute(connection);
        found.push({ name, wrong: rows[0]?.wrong ?? 0, examples: rows[0]?.examples ?? [] });
      }
      return found;
    } finally {
      await trusted('rollback').execute(connection);
    }
  });
}

/** Checks foreign keys again: PostgreSQL's own checks may have been disabled for a while. */
async function references(db: Database): Promise<Check[]> {
  const { rows } = await sql<{ child: string; parent: string; mine: string[]; theirs: string[] }>`
    select c.relname as child, p.relname as parent,
      (select array_agg(a.attname::text order by k.place) from unnest(f.conkey) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num) as mine,
      (select array_agg(a.attname::text order by k.place) from unnest(f.confkey) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num) as theirs
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace
    order by 1, 3`.execute(db);
  return rows.map(({ child, parent, mine, theirs }) => {
    const column = mine.at(-1) ?? '';
    const pairs = mine.map((name, n) => `p."${theirs[n]}" = c."${name}"`).join(' and ');
    return {
      name: `${child}.${column} names a ${parent} that is there`,
      wrong: sql`
        select ${trusted(`'${child} ' || coalesce(to_jsonb(c)->>'id', c::text) || ' names ' || c."${column}"`)} as what
        from ${sql.table(child)} c
        where ${trusted(mine.map((name) => `c."${name}" is not null`).join(' and '))}
          and not exists (select from ${sql.table(parent)} p where ${trusted(pairs)})`,
    };
  });
}

/** Returns the checks of one table of records. */
function checksOf(table: Table): Check[] {
  const { resource } = table;
  const { name } = resource;
  const of = (condition: RawBuilder<unknown>, says: RawBuilder<unknown>): RawBuilder<{ what: string }> => sql`
    select ${name} || ' ' || t.id || ': ' || ${says} as what from ${sql.table(name)} t
    left join (
      select e.tenant_id, e.entity_id, count(*) as events, count(*) filter (where e.action = 'create') as creates,
        count(*) filter (where e.after is null) as bare, max((e.after->>'version')::int) as newest,
        count(distinct (e.after->>'version')::int) as versions
      from event e where e.entity = ${name} group by 1, 2
    ) e on e.tenant_id = t.tenant_id and e.entity_id = t.id
    where ${condition}`;
  const counts = wrongFilterCounts(table);
  const checks: Check[] = [
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
    {
      name: `${name}: each record was created once, by an event`,
      wrong: of(sql`coalesce(e.creates, 0) <> 1`, sql`coalesce(e.creates, 0) || ' events created it'`),
    },
    {
      name: `${name}: each version has its event`,
      // Records accepted once, and erased ones, leave events without the record.
      wrong: of(
        sql`coalesce(e.events, 0) < t.version
          or coalesce(e.bare, 0) = 0 and (e.newest is distinct from t.version or e.versions <> t.version)`,
        sql`'version ' || t.version || ', ' || coalesce(e.events, 0) || ' events, the newest of version ' || coalesce(e.newest, 0)`,
      ),
    },
    {
      name: `${name}: each event names a record that is there`,
      wrong: sql`
        select 'event ' || e.id || ' names ' || e.entity_id as what from event e
        where e.entity = ${name} and not exists (
          select from ${sql.table(name)} t where t.tenant_id = e.tenant_id and t.id = e.entity_id)`,
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
    ...(table.rules.storedFigures ?? []),
  ];
  return checks;
}

/** Checks that each record equals its last event; events older than a column do not contain it. */
function asLastWritten(table: Table): Check {
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
      where e.after is not null and e.after <> (
        select jsonb_object_agg(r.key, r.value) from jsonb_each(${trusted(recordJson(table))}::jsonb) r
        where e.after ? r.key)`,
  };
}

const common: readonly Check[] = [
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
  {
    name: 'event: the trail is in the order of its places',
    wrong: sql`
      select 'event ' || e.id || ' comes before the version that it follows' as what
      from (
        select e.id, (e.after->>'version')::int as version,
          lag((e.after->>'version')::int) over (partition by e.tenant_id, e.entity, e.entity_id order by e.place, e.seq) as before
        from event e where e.after is not null
      ) e where e.before > e.version`,
  },
];
