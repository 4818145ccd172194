import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createService, backupCommand } from '@/server';
import { createTestDatabase, type TestDatabase } from '@/testing/service';
import { readConfig } from '../ops/config';
import { openDatabase } from './db';
import { startEmbedded, type EmbeddedPostgres } from '../ops/embedded/start';
import { refusalsOf, type DatabaseFacts } from './require-usable';
import { baseline } from './migrate';
import { version } from './upgrade/release';
import { scratchFolder } from '@/testing/database/scratch';

const silent = pino({ level: 'silent' });

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the service on a database and stops it; returns why it did not start, or null if it did. */
async function refusal(url: string): Promise<string | null> {
  const config = readConfig({ DATABASE_URL: url, TILLHOUSE_DEMO: 'false' });
  return createService(config, silent).then(
    (service) => service.close().then(() => null),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** Runs `npm run backup` or `npm run verify` on a database; returns whether all is well. */
async function keep(url: string, command: string, ...args: string[]): Promise<boolean> {
  vi.stubEnv('DATABASE_URL', url);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  try {
    return await backupCommand(command, args);
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}

describe('a database that a newer version of the service has used', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ask(
      database.url,
      `insert into kysely_migration (name, timestamp) values
        ('990_far', '2099-01-01T00:00:00Z'), ('991_farther', '2099-01-02T00:00:00Z');
        insert into release values ('9.1.0')`,
    );
  });
  afterAll(() => database.drop());

  it('is refused at the start, naming its newest migration, and nothing of it is changed', async () => {
    const before = await ask(database.url, 'select * from derived_part order by 1, 2');
    expect(await refusal(database.url)).toMatch(
      /made by a newer Tillhouse \(9\.1\.0\), and this is [\d.]+: it has 2 migrations.*the newest is 991_farther\. Start that version, or restore/,
    );
    expect(await ask(database.url, 'select * from derived_part order by 1, 2')).toEqual(before);
  });

  it('of another branch, with the same number, is refused with the way to a database of its own', () => {
    const facts: DatabaseFacts = {
      version: 180_000,
      versionText: '18.0',
      database: 'tillhouse',
      isStandby: false,
      isReadOnly: false,
      encoding: 'UTF8',
      hasTrigrams: true,
      hasIcu: true,
      migrations: ['990_far', baseline],
      release: version,
    };
    expect(refusalsOf(facts, [], 'serve')).toEqual([
      expect.stringContaining('TILLHOUSE_DATA_DIR=.data-of-this-branch npm start'),
    ]);
    expect(refusalsOf({ ...facts, release: '9.1.0' }, [], 'serve')[0]).not.toContain('branch');
  });

  it('is refused by backup, verify and admin, too', async () => {
    await expect(keep(database.url, 'verify')).rejects.toThrow('made by a newer Tillhouse (9.1.0)');
    await expect(keep(database.url, 'backup', '/nowhere/at-all')).rejects.toThrow('newer Tillhouse');
  });

  it('keeps what follows from its declarations: an older version that starts runs none of its own', async () => {
    const other = await createTestDatabase();
    try {
      await ask(
        other.url,
        `insert into release values ('1.1.0'); update derived_part set hash = 'of a newer text'`,
      );
      expect(await refusal(other.url)).toBeNull();
      expect(await ask(other.url, 'select distinct hash from derived_part')).toEqual([
        { hash: 'of a newer text' },
      ]);
      await ask(other.url, `delete from release where version = '1.1.0'`);
      expect(await refusal(other.url)).toBeNull();
      expect(await ask(other.url, `select from derived_part where hash = 'of a newer text'`)).toEqual([]);
    } finally {
      await other.drop();
    }
  });

  it('goes on being served by a process of the older version that runs already', async () => {
    const other = await createTestDatabase();
    const config = readConfig({ DATABASE_URL: other.url, TILLHOUSE_DEMO: 'false' });
    const service = await createService(config, silent);
    try {
      await ask(
        other.url,
        `insert into kysely_migration (name, timestamp) values ('990_far', '2099-01-01T00:00:00Z')`,
      );
      expect((await service.fetch(new Request('http://test/readyz'))).status).toBe(200);
      expect(await refusal(other.url)).toContain('the newest is 990_far');
      expect((await service.fetch(new Request('http://test/readyz'))).status).toBe(200);
    } finally {
      await service.close();
      await other.drop();
    }
  });
});

it('a database of before 1.0.0 is refused with what to do, and nothing of it is changed', async () => {
  const database = await createTestDatabase({ bare: true });
  try {
    await ask(
      database.url,
      `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
        insert into kysely_migration values ('001_settings', '2026-01-01T00:00:00Z')`,
    );
    const [line, ...others] = (await refusal(database.url))?.split('\n') ?? [];
    expect(line).toMatch(/was made before Tillhouse 1\.0\.0.*Use an empty database.*remove the folder\.$/);
    expect(others).toEqual([]);
    await expect(keep(database.url, 'verify')).rejects.toThrow('before Tillhouse 1.0.0');
    expect(await ask(database.url, `select relname from pg_class where relname = 'company'`)).toEqual([]);
  } finally {
    await database.drop();
  }
});

describe('a database that cannot serve', () => {
  it('is refused where it takes no writes, and can be backed up and verified', async () => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-read-only-'));
    try {
      expect(await refusal(database.url)).toBeNull();
      const name = new URL(database.url).pathname.slice(1);
      await ask(database.url, `alter database ${name} set default_transaction_read_only = on`);
      expect(await refusal(database.url)).toMatch(/takes no writes: default_transaction_read_only is on/);
      expect(await keep(database.url, 'verify')).toBe(true);
      expect(await keep(database.url, 'backup', path.join(folder, 'backup'))).toBe(true);
    } finally {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is refused where its text is not UTF-8', async () => {
    const { url } = inject('testServer');
    const database = await createTestDatabase({ bare: true });
    const name = `${new URL(database.url).pathname.slice(1)}_latin`;
    await ask(
      url,
      `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    );
    try {
      const latin = new URL(url);
      latin.pathname = name;
      expect(await refusal(latin.href)).toMatch(/has the encoding LATIN1, and the service needs UTF8/);
      expect(await ask(latin.href, `select from pg_class where relname = 'kysely_migration'`)).toEqual([]);
    } finally {
      await ask(url, `drop database ${name} with (force)`);
      await database.drop();
    }
  });
});

describe('a standby', () => {
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  let folder = '';
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-standby-'));
    // As root, the server runs as another user, who must be able to pass through.
    await chmod(folder, 0o711);
    const options = { dataDir: path.join(folder, 'data'), log };
    const primary = await startEmbedded(options);
    expect(await refusal(primary.url)).toBeNull();
    await primary.stop();
    // With this file the server is a standby: it replays its log, waits for more, and refuses writes.
    await writeFile(path.join(primary.directory, 'standby.signal'), '');
    server = await startEmbedded(options);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is refused as the database of a service', async () => {
    expect(await refusal(server.url)).toMatch(/is a standby, which takes no writes\. Name the primary/);
  });

  it('can be backed up and verified', async () => {
    expect(await keep(server.url, 'verify')).toBe(true);
    expect(await keep(server.url, 'backup', path.join(folder, 'backup'))).toBe(true);
  });

  it('is refused by backup and verify where this version would have to migrate it first', async () => {
    const db = openDatabase(server.url, silent, 1);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    await db.destroy();
    const facts: DatabaseFacts = { ...good, isStandby: true, migrations: rows.map(({ name }) => name) };
    const known = [...facts.migrations, '990_new'];
    expect(refusalsOf(facts, known, 'read')).toEqual([
      expect.stringMatching(/is a standby.*once the service of this version has started on its primary/),
    ]);
  });
});

const good: DatabaseFacts = {
  version: 150_004,
  versionText: '15.4',
  database: 'tillhouse',
  isStandby: false,
  isReadOnly: false,
  encoding: 'UTF8',
  hasTrigrams: true,
  hasIcu: true,
  migrations: [],
  release: null,
};

describe('a server that lacks something', () => {
  it.each([
    [{ version: 140_009, versionText: '14.9' }, /^PostgreSQL 14\.9 is too old: .* 15 or newer/],
    [{ hasTrigrams: false }, /pg_trgm.*contrib/],
    [{ hasIcu: false }, /without ICU.*"und-x-icu"/],
  ])('is refused: %o', (lack, words) => {
    expect(refusalsOf({ ...good, ...lack }, [], 'serve')).toEqual([expect.stringMatching(words)]);
  });

  it('is not refused where nothing is lacking', () => {
    expect(refusalsOf(good, ['001_a'], 'serve')).toEqual([]);
  });
});
