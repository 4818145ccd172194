/** A foreign key of the schema: a table that names rows of another. */
export interface ForeignKey {
  readonly child: string;
  readonly parent: string;
  /** Columns of the child, and those of the parent that they name, in the same order. */
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** SQL: the foreign keys (`ForeignKey`) of all tables, by child and columns. */
export const foreignKeysSql = `
  select c.relname as child, p.relname as parent,
    (select array_agg(a.attname::text order by k.place) from unnest(f.conkey) with ordinality k(num, place)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num) as mine,
    (select array_agg(a.attname::text order by k.place) from unnest(f.confkey) with ordinality k(num, place)
      join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num) as theirs
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = 'public'::regnamespace
  order by 1, 3`;
