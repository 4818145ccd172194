import { sql } from 'kysely';
import { trusted } from '../../../db/db';
import { foreignKeysSql, type ForeignKey } from '../foreign-keys';
import { foundBy, type Job, type Rows, type Verified } from './job';

/**
 * Returns the jobs that check foreign keys again, since PostgreSQL's own checks may have been disabled for a while: all of
 * a table in one pass over it, and each by itself only where that has found something.
 */
export async function referenceJobs(rows: Rows): Promise<Job[]> {
  const found = await rows(trusted<ForeignKey>(foreignKeysSql));
  return [...new Set(found.map(({ child }) => child))].map((child) => {
    const references = found.filter((reference) => reference.child === child);
    return { name: `what ${child} names is there`, run: (some) => verified(some, child, references) };
  });
}

async function verified(rows: Rows, child: string, references: readonly ForeignKey[]): Promise<Verified[]> {
  const isWell = await allNamed(rows, child, references);
  return Promise.all(
    references.map((reference) => {
      const name = `${child}.${reference.mine.at(-1) ?? ''} names a ${reference.parent} that is there`;
      return isWell
        ? Promise.resolve({ name, wrong: 0, examples: [] })
        : foundBy(rows, { name, wrong: missing(reference) });
    }),
  );
}

const isThere = ({ mine }: ForeignKey, row: string) =>
  mine.map((name) => `${row}."${name}" is not null`).join(' and ');
const pairs = ({ mine, theirs }: ForeignKey, parent: string) =>
  mine.map((name, n) => `${parent}."${theirs[n]}" = c."${name}"`).join(' and ');

async function allNamed(rows: Rows, child: string, references: readonly ForeignKey[]): Promise<boolean> {
  const joins = references.map(
    (reference, n) => `left join "${reference.parent}" p${n} on ${pairs(reference, `p${n}`)}`,
  );
  const lost = references.map(
    (reference, n) => `(${isThere(reference, 'c')} and p${n}."${reference.theirs[0]}" is null)`,
  );
  const [found] = await rows(sql<{ some: boolean }>`
    select exists (
      select from ${sql.table(child)} c ${trusted(joins.join(' '))} where ${trusted(lost.join(' or '))} offset 0
    ) as some`);
  return found?.some === false;
}

const missing = (reference: ForeignKey) => sql<{ what: string }>`
  select ${trusted(`'${reference.child} ' || coalesce(to_jsonb(c)->>'id', c::text) || ' names ' || c."${reference.mine.at(-1) ?? ''}"`)} as what
  from ${sql.table(reference.child)} c
  where ${trusted(isThere(reference, 'c'))}
    and not exists (select from ${sql.table(reference.parent)} p where ${trusted(pairs(reference, 'p'))})`;
