import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { canonicalEmail } from '@/contract/email';
import { ArchiveError, type ArchiveTable } from '../backup/archive';

/** The people of a file, as this database knows them. */
export interface Logins {
  /** The id of a login in the file, and here. */
  readonly ids: ReadonlyMap<string, string>;
  /** Logins of the file whose e-mail is somebody's here, perhaps somebody else's. */
  readonly waits: ReadonlySet<string>;
  /** Their e-mails. */
  readonly waiting: readonly string[];
}

interface Login {
  readonly id: string;
  readonly email: string;
  readonly password: string | null;
  readonly created: string;
  readonly language: string | null;
}

/** Reads the logins of a file; `\N` is null, and what COPY escapes is written out. */
export async function rowsOfLogins({ rows, columns }: ArchiveTable): Promise<Login[]> {
  const blocks: Uint8Array[] = [];
  for await (const block of rows) blocks.push(block);
  const lines = Buffer.concat(blocks).toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const values = line.split('\t').map((value) => (value === '\\N' ? null : plain(value)));
    const of = (column: string) => values[columns.indexOf(column)] ?? null;
    return {
      id: of('id') ?? '',
      email: of('email') ?? '',
      password: of('password_hash'),
      created: of('created_at') ?? '',
      language: of('language'),
    };
  });
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const plain = (value: string) => value.replaceAll(/\\(.)/g, (_, one: string) => escapes[one] ?? one);

/**
 * Merges the people of a file with those of this database by e-mail (docs/decisions/145-moving-a-tenant.md). Whose
 * e-mail stands here already keeps the password from here. That they are the same person is not known, unless the stored
 * password is the same to the byte: their memberships wait to be accepted by a link, with the password from here.
 */
export async function mergeLogins(client: Client, logins: readonly Login[]): Promise<Logins> {
  const ids = new Map<string, string>();
  const waits = new Set<string>();
  const waiting: string[] = [];
  const wrong = logins.filter(({ email }) => canonicalEmail(email) !== email).map(({ email }) => email);
  if (wrong.length > 0)
    throw new ArchiveError(
      `The file has people whose e-mail is not in its canonical form: ${wrong.slice(0, 5).join(', ')}. Correct them where the tenant comes from. Nothing was changed.`,
    );
  for (const { id, email, password, created, language } of logins) {
    const made = await client.query(
      `insert into login (id, email, password_hash, created_at, language)
        select case when exists (select from login where id = $1) then $6::uuid else $1::uuid end, $2, $3, $4, $5
        on conflict (email) do nothing returning id`,
      [id, email, password, created, language, randomUUID()],
    );
    const { rows } = await client.query<{ id: string; password_hash: string | null }>(
      'select id, password_hash from login where email = $1',
      [email],
    );
    const [here] = rows;
    if (!here) throw new Error('A login was neither made nor found');
    ids.set(id, here.id);
    if (made.rowCount === 1 || (password !== null && here.password_hash === password)) continue;
    waits.add(id);
    waiting.push(email);
  }
  return { ids, waits, waiting };
}
