import pino from 'pino';
import { readSecret } from '@/core/server/cursor';
import { createApp } from '@/core/server/app';
import { createCompany, createKey } from '@/core/server/companies';
import type { Caller } from '@/core/server/caller';
import { openDatabase, type Database } from '@/core/server/db';
import type { Role } from '@/core/contract/role';
import { tables } from '@/resources/tables';
import { createTestDatabase } from './postgres';

/** What a test sends. `json` becomes the body as JSON; `body` goes as it is. */
export interface Send {
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** An answer, read. `text` is the body to the letter; `json` is it parsed, or null. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** A caller of the service under test. */
export type Send1 = (method: string, path: string, send?: Send) => Promise<Answer>;

/** The service, in process, on a database of its own: a group with two children, and another tenant. */
export interface TestService {
  readonly db: Database;
  readonly as: (company: 'group' | 'helsinki' | 'tampere' | 'other', role?: Role) => Promise<Send1>;
  readonly companies: Record<'group' | 'helsinki' | 'tampere' | 'other', Caller>;
  readonly fetch: (request: Request) => Promise<Response> | Response;
  close(): Promise<void>;
}

/** Starts the real application on a fresh database. Close it when done. */
export async function startTestService(): Promise<TestService> {
  const database = await createTestDatabase();
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const db = openDatabase(database.url, log, 12);
  const app = createApp({ db, tables, log, cursorSecret: await readSecret(db) });
  const data = { currency: 'EUR', locale: 'fi-FI', timezone: 'Europe/Helsinki' };
  const group = await createCompany(db, { name: 'Group', data });
  const companies = {
    group,
    helsinki: await createCompany(db, { name: 'Helsinki', data }, group),
    tampere: await createCompany(db, { name: 'Tampere', data }, group),
    other: await createCompany(db, { name: 'Other tenant', data }),
  };
  const fetch = (request: Request) => app.fetch(request);
  return {
    db,
    companies,
    fetch,
    as: async (company, role = 'admin') =>
      sender(fetch, await createKey(db, companies[company], `${company} ${role}`, role)),
    close: async () => {
      await db.destroy();
      await database.drop();
    },
  };
}

/** Sends requests with an API key, or without one. */
export function sender(fetch: TestService['fetch'], key: string | null): Send1 {
  return async (method, path, { json, body, headers } = {}) => {
    const content = body ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(
      new Request(`http://test${path}`, {
        method,
        body: content,
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(content === null ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
      }),
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
