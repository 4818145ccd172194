import { sql, type RawBuilder } from 'kysely';
import { trusted, type Tx } from '../db/db';
import { hasVocabulary } from '../db/schema/search/search-fill';
import type { Table } from '../db/table';
import { likePattern, typedPhone, wordsOf } from './list-sql';

/**
 * Records that fit a search: those with a term of each set, and each pattern; not those with a term of each set of
 * `but` (schema/search/search-vocabulary.ts). `total`: how many there are by `active`, where the vocabulary knows it.
 */
export interface Found {
  readonly terms: readonly string[];
  readonly patterns: readonly string[];
  readonly but: readonly string[] | null;
  readonly total: { readonly active: number; readonly all: number } | null;
}

/**
 * What `q` finds: the records that contain what was typed, then those that contain it without its accents, or with one
 * slip of a finger. The parts have no record in common, and each may be missing.
 */
export type SearchPlan = readonly Found[];

/** Sets of terms larger than this are searched by patterns: they are parts of codes rather than of words. */
const termsAtMost = 200;

interface Term {
  readonly place: number;
  readonly term: string;
  readonly company_id: string;
  readonly match: 'exact' | 'folded' | 'slip';
  readonly active: number;
  readonly total: number;
}

/**
 * Looks the words of a search up in the vocabulary; null if it has to be searched by patterns alone: in tables without
 * a vocabulary, phone numbers, and texts that may begin inside a word of the record with a part too short to be looked up.
 */
export async function planSearch(tx: Tx, table: Table, q: string): Promise<SearchPlan | null> {
  if (!hasVocabulary(table) || typedPhone(table.resource, q) !== null) return null;
  const words = wordsOf(q);
  const [first = '', ...others] = words;
  if (first.length < 3 && others.length > 0) return null;
  const isNumber = (word: string) => /^\d{3,}$/.test(word);
  const looked = words.filter((word) => !isNumber(word));
  const patterns = words.filter(isNumber).map(likePattern);
  if (looked.length === 0) return null;
  const terms = await tx.rows(
    sql<Term>`select place, term::text as term, company_id, match, active, total
      from ${trusted(`${table.resource.name}_lookup`)}(${looked}::text[])`,
  );
  const sets = looked.map((_, n) => terms.filter(({ place }) => place === n + 1));
  if (sets.some((set) => set.length > termsAtMost)) return null;
  const exact = sets.map((set) => set.filter(({ match }) => match === 'exact'));
  const alone = patterns.length === 0 && sets.length === 1;
  const plan: Found[] = [];
  const hasExact = exact.every((set) => set.length > 0);
  if (hasExact) plan.push(found(exact, patterns, null, alone ? stored(exact[0] ?? []) : null));
  if (sets.every((set) => set.length > 0) && sets.some((set, n) => set.length > (exact[n]?.length ?? 0))) {
    const but = hasExact ? exact.map(literal) : null;
    plan.push(found(sets, patterns, but, alone && !hasExact ? stored(sets[0] ?? []) : null));
  }
  return plan;
}

const found = (
  sets: readonly (readonly Term[])[],
  patterns: readonly string[],
  but: readonly string[] | null,
  total: Found['total'],
): Found => ({ terms: sets.map(literal), patterns, but, total });

const literal = (set: readonly Term[]): string => `{${set.map(({ term }) => term).join(',')}}`;

/** Returns the stored total of a set: if it has several terms of one company, a record may have two of them. */
function stored(set: readonly Term[]): Found['total'] {
  if (new Set(set.map(({ company_id }) => company_id)).size < set.length) return null;
  return {
    active: set.reduce((sum, { active }) => sum + active, 0),
    all: set.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Returns the number of records that fit, of all or of those that are active or not. */
export async function countFound(tx: Tx, table: Table, part: Found, active: boolean | null): Promise<number> {
  if (part.total !== null) {
    if (active === null) return part.total.all;
    return active ? part.total.active : part.total.all - part.total.active;
  }
  const [row] = await tx.rows(
    sql<{
      total: number;
    }>`select ${trusted(`${table.resource.name}_found_count`)}(${parameters(part)}, ${active}::boolean) as total`,
  );
  return row?.total ?? 0;
}

/** Returns the SQL rows of a part: `id, seq, active, name`. */
export const foundRows = (table: Table, part: Found, active: boolean | null): RawBuilder<unknown> =>
  sql`${trusted(`${table.resource.name}_found`)}(${parameters(part)}, ${active}::boolean)`;

/** Returns the SQL condition that the row `t` is in a part. */
export const fits = (table: Table, part: Found): RawBuilder<unknown> =>
  sql`${trusted(`${table.resource.name}_fits`)}(t.id, ${parameters(part)})`;

const parameters = ({ terms, patterns, but }: Found) =>
  sql`${terms}::text[], (select coalesce(array_agg(search_form(p)), '{}') from unnest(${patterns}::text[]) p), ${but}::text[]`;

/** Returns the SQL rows `id, part` of everything that a search finds: 1 for what contains what was typed, then 2. */
export function everythingFound(table: Table, plan: SearchPlan): RawBuilder<unknown> {
  if (plan.length === 0) return sql`(select null::uuid as id, 1 as part where false)`;
  const parts = plan.map(
    (part, n) => sql`select id, ${n + 1}::int as part from ${foundRows(table, part, null)}`,
  );
  return sql`(${sql.join(parts, sql` union all `)})`;
}
