import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { baseline, laterMigrations, baselineSql } from '../migrate';
import { missingSql } from '../schema/missing';
import { derivedObjects } from '../schema/resource';
import type { Table } from '../table';
import { hashOf } from './parts';
import { isNewer, version } from './release';
import { breakingSteps, derivedNames } from './rules';

const all: readonly Table[] = Object.values<Table>(tables);

/** What a database has of this version: that what comes after it may add to, and not change. */
function recordOf() {
  const byName = <T>(of: (table: Table) => T): Record<string, T> =>
    Object.fromEntries(all.map((table) => [table.resource.name, of(table)]));
  return {
    /** Hashes of the texts that have run. */
    texts: {
      [baseline]: hashOf(baselineSql),
      ...Object.fromEntries(Object.entries(laterMigrations).map(([name, text]) => [name, hashOf(text)])),
      ...byName(({ objects }) => hashOf(objects)),
    },
    columns: byName(({ columns, generated }) =>
      [...Object.keys(columns), ...Object.keys(generated)].toSorted(),
    ),
    /** The functions that its service calls. */
    functions: byName((table) => derivedNames(derivedObjects(table))),
  };
}
type Release = ReturnType<typeof recordOf>;
const now = recordOf();
const file = path.join(import.meta.dirname, 'released.json');
// A release is written down by `RECORD_RELEASE=yes npm run vitest -- run release.test.ts`.
if (process.env['RECORD_RELEASE'] === 'yes') await writeFile(file, `${JSON.stringify(now, null, 2)}\n`);
const released: Release = JSON.parse(await readFile(file, 'utf8'));

it('the version of the service is that of its package', async () => {
  expect(JSON.parse(await readFile('package.json', 'utf8'))).toMatchObject({ version });
  expect(['0.2.0', '0.1.0', '0.1.10', '0.1.9'].toSorted((a, b) => (isNewer(a, b) ? -1 : 1))).toEqual([
    '0.2.0',
    '0.1.10',
    '0.1.9',
    '0.1.0',
  ]);
  expect(isNewer(version, version)).toBe(false);
});

it('what databases of the last release have run is never edited: a change is a migration', () => {
  expect(now.texts).toMatchObject(released.texts);
});

it.each(['columns', 'functions'] as const)('all %s of the last release are there', (kind) => {
  const gone = Object.entries(released[kind]).flatMap(([table, names]) =>
    names.filter((name) => !now[kind][table]?.includes(name)).map((name) => `${table} ${name}`),
  );
  expect(gone).toEqual([]);
});

it('migrations, tables and columns since the last release only add: an older service works beside them', () => {
  const present = new Map(
    Object.entries(released.columns).map(([name, columns]) => [name, new Set(columns)]),
  );
  const newTables = all.map(({ resource }) => resource.name).filter((name) => !present.has(name));
  const texts = { ...laterMigrations, 'what the declarations add': missingSql(all, present) };
  const found = Object.entries(texts).flatMap(([name, text]) =>
    name in released.texts ? [] : breakingSteps(text, newTables).map((step) => `${name} ${step}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['alter table plu drop column memo;', ['drops a column']],
  ['alter table plu rename column memo to note;', ['renames']],
  ['alter table plu rename to product;', ['renames']],
  ['alter table plu alter column type type bigint;', ['changes the type of a column']],
  ['alter table plu alter column memo set not null;', ['refuses null where it was written']],
  [
    'alter table plu add column a int, add column b int not null;',
    ['adds a column that is not null and has no default'],
  ],
  ['alter table plu add column b int not null default 0;', []],
  ["alter table plu add constraint one check (memo <> '');", ['adds a constraint']],
  ['drop function if exists search_plu(text);', ['drops a function']],
  ['revoke select on plu from tillhouse_app;', ['takes a right away']],
  ['revoke create on schema public from tillhouse_auth;', []],
  // What writes or reads a whole table while nobody may write it.
  [
    'alter table sales add column tip numeric generated always as (total - 1) stored;',
    ['writes a whole table anew'],
  ],
  ['alter table sales add column place bigint generated always as identity;', ['writes a whole table anew']],
  ['alter table sales add column n bigserial, add column m int;', ['writes a whole table anew']],
  [
    'alter table sales add column token uuid not null default gen_random_uuid();',
    ['writes a whole table anew'],
  ],
  ['alter table sales add column at timestamptz default clock_timestamp();', ['writes a whole table anew']],
  ['alter table sales add column at timestamptz(3) not null default now();', []],
  [
    "alter table sales add column kind text not null default ('plain'), add column tags text[] default '{}';",
    [],
  ],
  ['alter table sales validate constraint positive;', ['reads a whole table']],
  ['vacuum full sales;', ['writes a whole table anew']],
  ['create index sales_new on sales (name);', ['builds an index of sales while nobody may write it']],
  [
    'create unique index if not exists one on "sales" using btree (id);',
    ['builds an index of sales while nobody may write it'],
  ],
  ['create index on sales (name);', ['builds an index of sales while nobody may write it']],
  ['create table gadget (id uuid); create index on gadget (id);', []],
  [
    '-- drop table plu\ncreate function f() returns void language plpgsql as $$ begin drop table t; end $$;',
    [],
  ],
])('%s: %j', (text, steps) => expect(breakingSteps(text)).toEqual(steps));

it('what is added to a table that is new since the last release breaks nobody; to another one it does', () => {
  const text =
    'alter table gadget add column a text not null; alter table plu add constraint one check (true);';
  expect(breakingSteps(text, ['gadget'])).toEqual(['adds a constraint']);
  expect(breakingSteps(text, ['gadget', 'plu'])).toEqual([]);
  expect(breakingSteps('create index on gadget (name);', ['gadget'])).toEqual([]);
});
