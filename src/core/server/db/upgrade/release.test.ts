import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { migrationsOf } from '../migrate';
import { isNewer, version } from './release';
import { derivedObjects } from '../schema/resource';
import released from './released.json';
import { breakingSteps, derivedNames } from './rules';

const all = Object.values(tables);
/** Steps of the version after, whose older service has not used what they take away; each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  '180_login_of_person':
    'an older service stored no other address but by the fault that this ends; both tables are small, and mails of more kinds are allowed than it writes',
};

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

it('migrations since the last release only add: an older service works beside them', () => {
  const before = new Set(released.migrations);
  const newTables = all.map(({ resource }) => resource.name).filter((name) => !before.has(`100_${name}`));
  const found = Object.entries(migrationsOf(all)).flatMap(([name, text]) =>
    before.has(name) || name in allowed
      ? []
      : breakingSteps(text, newTables).map((step) => `${name} ${step}`),
  );
  expect(found).toEqual([]);
});

it('migrations of the last release are all there, and so are the functions that its service calls', () => {
  const names = new Set(Object.keys(migrationsOf(all)));
  expect(released.migrations.filter((name) => !names.has(name))).toEqual([]);
  const functions = new Set(all.flatMap((table) => derivedNames(derivedObjects(table))));
  expect(released.functions.filter((name) => !functions.has(name))).toEqual([]);
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
