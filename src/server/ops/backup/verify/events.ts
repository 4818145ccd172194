import { sql } from 'kysely';
import { trusted } from '../../../db/db';
import type { Table } from '../../../db/table';
import type { StoredFigures } from '../../../write/rules';
import type { Job, Rows } from './job';
import { foundBy } from './job';

/** What is checked of the trail: the order of all of it, and by resource its events against the records. */
const order: StoredFigures = {
  name: 'event: the trail is in the order of its places',
  wrong: sql`
    select 'event ' || e.id || ' comes before the version that it follows' as what
    from (
      select e.id, (e.after->>'version')::int as version,
        lag((e.after->>'version')::int) over (partition by e.tenant_id, e.entity, e.entity_id order by e.place, e.seq) as before
      from event e where e.after is not null
    ) e where e.before > e.version`,
};

/**
 * Checks the trail against the records in one pass over both, sorted, so that an event is read once and not once for each
 * check of each resource. Only what is found there is looked through again, by the statements that say what is wrong.
 */
export function eventsJob(tables: readonly Table[]): Job {
  const checks = tables.map((table) => ({ table, checks: ofTable(table) }));
  return {
    name: 'the trail against the records',
    run: async (rows) => {
      const found = await doubtful(rows, tables);
      const all = await Promise.all(
        checks.flatMap(({ table, checks: some }) =>
          some.map((check) =>
            found.records.has(table.resource.name)
              ? foundBy(rows, check)
              : Promise.resolve({ name: check.name, wrong: 0, examples: [] }),
          ),
        ),
      );
      return [
        ...all,
        found.isOrdered ? { name: order.name, wrong: 0, examples: [] } : await foundBy(rows, order),
      ];
    },
  };
}

/** Returns the resources of which some event or record is doubtful, and whether the trail is in order. */
async function doubtful(
  rows: Rows,
  tables: readonly Table[],
): Promise<{ records: ReadonlySet<string>; isOrdered: boolean }> {
  const names = tables.map(({ resource }) => resource.name);
  const records = names.map(
    (name) => `select tenant_id, '${name}' as entity, id as entity_id, version from "${name}"`,
  );
  // The innermost query reads the version before rows are sorted (offset 0): sorting whole records would take their size.
  // Where the versions of a record never go down, there are as many as there are changes of it.
  // Of versions whose events were removed by their age (event_removed) there is none, and of each later one there is.
  const isWrong =
    trusted(`w.creates <> (x.version is null)::int or w.events < r.version - coalesce(x.version, 0)
    or w.oldest <= x.version
    or w.bare = 0 and (w.newest is distinct from r.version or w.versions <> r.version - coalesce(x.version, 0))`);
  const found = await rows(sql<{ entity: string; has_faults: boolean; is_disordered: boolean }>`
    select entity, bool_or(entity = any (${names}) and (r.version is null or w.entity_id is null or ${isWrong})) is true as has_faults,
      coalesce(bool_or(w.is_disordered), false) as is_disordered
    from (
      select tenant_id, entity, entity_id, count(*) as events, count(*) filter (where action = 'create') as creates,
        count(*) filter (where is_bare) as bare, max(version) as newest, min(version) as oldest,
        count(*) filter (where version is distinct from former) as versions, bool_or(former > version) as is_disordered
      from (
        select tenant_id, entity, entity_id, action, is_bare, version,
          lag(version) over (partition by tenant_id, entity, entity_id, is_bare order by place, seq) as former
        from (
          select tenant_id, entity, entity_id, action, place, seq, after is null as is_bare, (after->>'version')::int as version
          from event offset 0
        ) e
      ) e group by 1, 2, 3
    ) w
    full join (${trusted(records.join(' union all '))}) r using (tenant_id, entity, entity_id)
    left join event_removed x using (tenant_id, entity, entity_id)
    where w.entity_id is null or r.version is null or w.is_disordered or ${isWrong}
    group by entity`);
  const isOrdered = found.every(({ is_disordered }) => !is_disordered);
  return {
    // Counting changes needs the order.
    records: new Set(
      isOrdered ? found.filter(({ has_faults }) => has_faults).map(({ entity }) => entity) : names,
    ),
    isOrdered,
  };
}

/** Returns the checks of the events of one table of records. */
function ofTable({ resource: { name } }: Table): StoredFigures[] {
  const of = (condition: string, says: string) => sql<{ what: string }>`
    select ${name} || ' ' || t.id || ': ' || ${trusted(says)} as what from ${sql.table(name)} t
    left join event_removed x on x.tenant_id = t.tenant_id and x.entity = ${name} and x.entity_id = t.id
    left join (
      select e.tenant_id, e.entity_id, count(*) as events, count(*) filter (where e.action = 'create') as creates,
        count(*) filter (where e.after is null) as bare, max((e.after->>'version')::int) as newest,
        min((e.after->>'version')::int) as oldest, count(distinct (e.after->>'version')::int) as versions
      from event e where e.entity = ${name} group by 1, 2
    ) e on e.tenant_id = t.tenant_id and e.entity_id = t.id
    where ${trusted(condition)}`;
  return [
    {
      name: `${name}: each record was created once, by an event`,
      // The event of the creation is the first that goes.
      wrong: of(
        'coalesce(e.creates, 0) <> (x.version is null)::int',
        `coalesce(e.creates, 0) || ' events created it' || coalesce(', and those up to version ' || x.version || ' were removed', '')`,
      ),
    },
    {
      name: `${name}: each version has its event`,
      // Records accepted once, and erased ones, leave events without the record.
      wrong: of(
        `coalesce(e.events, 0) < t.version - coalesce(x.version, 0) or e.oldest <= x.version or coalesce(e.bare, 0) = 0
          and (e.newest is distinct from t.version or e.versions <> t.version - coalesce(x.version, 0))`,
        `'version ' || t.version || ', ' || coalesce(e.events, 0) || ' events, the newest of version ' || coalesce(e.newest, 0)
          || coalesce(', and those up to version ' || x.version || ' were removed', '')`,
      ),
    },
    {
      name: `${name}: each event names a record that is there`,
      wrong: sql`
        select 'event ' || e.id || ' names ' || e.entity_id as what from event e
        where e.entity = ${name} and not exists (
          select from ${sql.table(name)} t where t.tenant_id = e.tenant_id and t.id = e.entity_id)`,
    },
  ];
}
