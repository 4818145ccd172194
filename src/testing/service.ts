import pino from 'pino';
import type { Role } from '@/contract/role';
import { openChangeRunner, type ChangeRunner } from '@/server/changes/runner';
import { createApp } from '@/server/http/app';
import { networkSet } from '@/server/auth/client-address';
import { secretKeysOf, type SecretKeys } from '@/server/auth/secret-keys';
import type { Caller } from '@/server/auth/caller';
import { createCompany, createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { openLive, type Live } from '@/server/live/live';
import { openDatabase, type Database } from '@/server/db/db';
import type { Tables } from '@/server/read/visibility';
import { contracts } from '@/resources/contracts';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { webhookTableOf } from '@/resources/webhook/table';
import { openTargets } from '@/server/webhooks/targets';
import { openWebhooks, type Webhooks } from '@/server/webhooks/webhooks';
import { Answer } from './answer';
import { checkAgainstOpenApi } from './declared';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseUrl, templateOf } from './database/test-server';

/** The contents of a test request. `json` is serialized; `body` is sent as it is. */
export interface Send {
  readonly json?: unknown;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** Sends requests to the service under test. */
export type Sender = (method: string, path: string, send?: Send) => Promise<Answer>;

/** The companies of a test service. */
export type CompanyName = 'group' | 'helsinki' | 'tampere' | 'other';

/** The service, in process, on a database of its own: a group with two child companies, and another tenant. */
export interface TestService {
  readonly db: Database;
  /** The URL of the database, as its owner. */
  readonly url: string;
  readonly as: (company: CompanyName, role?: Role) => Promise<Sender>;
  readonly companies: Record<CompanyName, Caller>;
  readonly live: Live;
  readonly changes: ChangeRunner;
  readonly secretKeys: SecretKeys;
  /** Deliveries look for what is due only when told to, and wait for nothing between attempts. */
  readonly webhooks: Webhooks;
  readonly fetch: (request: Request, env?: Record<string, unknown>) => Promise<Response> | Response;
  close(): Promise<void>;
}

/** Starts the real application on a fresh database. Close it when done. */
export async function startTestService(
  given: Tables = tables,
  rateLimit = 0,
  proxies = networkSet([]),
): Promise<TestService> {
  const database = await createTestDatabase();
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const db = openDatabase(database.url, log, 12);
  const targets = openTargets(['127.0.0.1'], async () => [{ address: '93.184.216.34', family: 4 }]);
  const served = { ...given, webhook: webhookTableOf(targets) };
  const live = openLive({ url: database.url, db, log, resources: Object.values(contracts) });
  const changes = openChangeRunner({ db, tables: served, log, every: 500, idle: 1000 });
  const secretKeys = secretKeysOf(randomBytes(32).toString('base64'));
  const webhooks = openWebhooks({ db, tables: served, log, targets, secretKeys, every: null, pauses: [0] });
  const app = createApp({
    db,
    live,
    webhooks,
    changes,
    tables: served,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(db),
    secretKeys,
    publicUrl: 'https://test.example',
    relyingParty: { id: 'test.example', origin: 'https://test.example' },
    rateLimit,
    proxies,
  });
  const data = { currency: 'EUR', locale: 'fi-FI', timezone: 'Europe/Helsinki' };
  const group = await createCompany(db, { name: 'Group', data });
  const companies = {
    group,
    helsinki: await createCompany(db, { name: 'Helsinki', data }, group),
    tampere: await createCompany(db, { name: 'Tampere', data }, group),
    other: await createCompany(db, { name: 'Other tenant', data }),
  };
  const fetch: TestService['fetch'] = (request, env) => app.fetch(request, env);
  return {
    db,
    url: database.url,
    companies,
    live,
    changes,
    webhooks,
    fetch,
    secretKeys,
    as: async (company, role = 'admin') =>
      sender(fetch, await createKey(db, companies[company], `${company} ${role}`, role), role),
    close: async () => {
      await webhooks.close();
      await changes.close();
      await live.close();
      await db.destroy();
      await database.drop();
    },
  };
}

/**
 * Returns a sender with an API key, or without one. A response that differs from the OpenAPI document for the role of
 * the key fails the test, and so does any response with status 500.
 */
export function sender(fetch: TestService['fetch'], key: string | null, role: Role | null = null): Sender {
  return async (method, path, { json, body, headers } = {}) => {
    const content = body ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(
      new Request(`http://test${path}`, {
        method,
        ...(content !== null && { body: content }),
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(content === null ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
      }),
    );
    const answer = new Answer(response.status, response.headers, await response.text());
    checkAgainstOpenApi(method, path, answer, role);
    return answer;
  };
}

/** A database for one test file or one test. */
export interface TestDatabase {
  /** The URL, as its owner. */
  url: string;
  /**
   * Drops the database, even if there are connections. Databases that a test does not drop are dropped at the end of
   * the run.
   */
  drop(): Promise<void>;
}

/**
 * Creates a database with the schema and no rows: a copy of the run's template, within tens of milliseconds. `bare`
 * omits the schema.
 */
export async function createTestDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const { url, run } = inject('testServer');
  const name = `tillhouse_test_${run}_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name} template ${bare ? 'template0' : templateOf(run)}`);
  return {
    url: databaseUrl(url, name),
    drop: () => execute(url, `drop database if exists ${name} with (force)`),
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
