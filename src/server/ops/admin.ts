import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { typedEmail } from '@/contract/email';
import { roles } from '@/contract/role';
import { findCompany, findKeys, listCompanies, revokeKey, type ExistingCompany } from './admin-store';
import { createPerson, findPeople } from './admin-people';
import { createCompanyWithKeys, createKey, firstKey, serviceCaller } from './companies';
import type { Database } from '../db/db';
import { makeLink, type Link } from '../auth/invitations';
import { resetSecondFactor } from '../auth/second-factor';
import { loginByEmail } from '../auth/sessions';
import { renewSecret } from '../read/cursor';
import { HttpProblem } from '../http/problems';
import type { Tables } from '../read/visibility';
import { runTenantCommand, tenantUsage } from './tenant/tenant-command';

/** The usage text of `npm run admin`. */
const adminUsage = `npm run admin -- <command>

  company create --name NAME [--ident ID] [--currency EUR] [--locale en] [--timezone UTC]
      makes another root company, and prints its first administrator key, once
  company list
  key create --company COMPANY --name NAME --role ${roles.join('|')}
      prints the key, once
  key list [--company COMPANY]
  key revoke KEY
      holds from the next request, and is final
  user create --company COMPANY --email EMAIL --name NAME --role ${roles.join('|')} [--password-file FILE]
      prints the one-time link by which the person takes it up; with a file (or /dev/stdin) the first line of
      it is the password, where the e-mail has none yet
  user list [--company COMPANY]
  user recover EMAIL
      prints a one-time link by which the person chooses another password, whichever companies they work in
  user second-factor-off EMAIL
      for who has lost the authenticator and the recovery codes: the password alone lets them in
  archive rebuild
      writes the Parquet files of all sealed business days again
${tenantUsage}

COMPANY is an id, or a name that only one company has; KEY is an id or a prefix of \`key list\`. Of an id that several
have, the root company's id and a colon come before it.`;

/** A command that cannot be carried out as given; the message is for the person who gave it. */
class AdminError extends Error {}

/** Checks that there is such a command, before a database is looked for. @throws AdminError with the usage. */
export function requireAdminCommand(args: readonly string[]): void {
  const [subject, action] = read(args).positionals;
  if (subject !== 'tenant' && !commands[`${subject} ${action}`]) throw new AdminError(adminUsage);
}

/**
 * Carries out one command of the installation's administrator, who is above all tenants
 * (docs/design.md#3-one-database-postgresql). Keys are shown here and nowhere else.
 *
 * @param args the words after `npm run admin --`.
 * @param say prints a line of the answer.
 * @throws AdminError for a command that is unknown, incomplete, or names what does not exist.
 */
export async function runAdmin(
  {
    db,
    tables,
    rebuildArchive = null,
    url,
  }: {
    readonly db: Database;
    readonly tables: Tables;
    /** Writes the files of sealed days again and returns the number of their dates; null where there are none. */
    readonly rebuildArchive?: (() => Promise<number>) | null;
    /** The database, for what needs a connection of its own. */
    readonly url?: string;
  },
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { positionals, values } = read(args);
  const [subject, action, ...operands] = positionals;
  if (subject === 'tenant' && url !== undefined) return runTenantCommand(url, db, positionals.slice(1), say);
  const command = commands[`${subject} ${action}`];
  if (!command) throw new AdminError(adminUsage);
  await command({ db, tables, rebuildArchive, say, operands, option: (name) => values[name] });
}

interface Command {
  readonly db: Database;
  readonly tables: Tables;
  readonly rebuildArchive: (() => Promise<number>) | null;
  readonly say: (line: string) => void;
  readonly operands: readonly string[];
  readonly option: (name: keyof typeof options) => string | undefined;
}

const text = { type: 'string' } as const;
const options = {
  name: text,
  ident: text,
  currency: text,
  locale: text,
  timezone: text,
  company: text,
  role: text,
  email: text,
  'password-file': text,
};

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n\n${adminUsage}`);
  }
}

const commands: Readonly<Record<string, (command: Command) => Promise<void>>> = {
  'company create': async (command) => {
    const name = needed(command, 'name');
    const ident = command.option('ident');
    const data = {
      currency: command.option('currency') ?? 'EUR',
      locale: command.option('locale') ?? 'en',
      timezone: command.option('timezone') ?? 'UTC',
    };
    const company = { name, data, ...(ident && { ident }) };
    const { caller, keys } = await createCompanyWithKeys(command.db, company, null, [firstKey]);
    const [key = ''] = keys;
    command.say(`The company ${name} is made: ${caller.companyId}`);
    command.say(`Its first administrator key, shown this once:\n${key}`);
  },
  'cursor renew': async ({ db, say }) => {
    await renewSecret(db);
    say('The key of cursors is another one. Start the services of this database again.');
  },
  'company list': async ({ db, say }) => {
    for (const { id, name, active, depth } of await listCompanies(db)) {
      say(`${id}  ${'  '.repeat(depth)}${name}${active ? '' : '  (deactivated)'}`);
    }
  },
  'key create': async (command) => {
    const company = await theCompany(command.db, needed(command, 'company'));
    const name = needed(command, 'name');
    const role = roles.find((one) => one === needed(command, 'role'));
    if (!role) throw new AdminError(`--role must be one of ${roles.join(', ')}.`);
    const key = await createKey(command.db, serviceCaller(company.lineage, company.locale), name, role);
    command.say(`A key of ${company.name} with the role ${role}, shown this once:\n${key}`);
  },
  'key list': async ({ db, say, option }) => {
    const wanted = option('company');
    const company = wanted === undefined ? null : await theCompany(db, wanted);
    for (const key of await findKeys(db, { company })) {
      const state = key.active ? '' : '  (revoked)';
      say(
        `${key.id}  ${key.prefix.padEnd(10)}  ${key.role.padEnd(10)}  ${key.company}: ${key.name}  ${key.created_at}${state}`,
      );
    }
  },
  'key revoke': async ({ db, say, operands: [wanted] }) => {
    if (!wanted) throw new AdminError('Which key? Give its id or prefix, as `key list` shows them.');
    const [key, ...others] = await findKeys(db, { named: wanted });
    if (!key) throw new AdminError(`There is no key ${wanted}.`);
    if (others.length > 0)
      throw new AdminError(
        `Several keys have the prefix or id ${wanted}: give an id of ${idsOf([key, ...others])}.`,
      );
    if (!key.active) return say(`The key ${key.name} of ${key.company} was revoked before.`);
    await revokeKey(db, serviceCaller(key.lineage), key.id);
    say(`The key ${key.name} of ${key.company} is revoked.`);
  },
  'user create': async (command) => {
    const company = await theCompany(command.db, needed(command, 'company'));
    const person = {
      name: needed(command, 'name'),
      email: needed(command, 'email'),
      role: needed(command, 'role'),
    };
    const file = command.option('password-file');
    const password = file === undefined ? null : await firstLine(file);
    const caller = serviceCaller(company.lineage, company.locale);
    const link = await createPerson(command, caller, person, password, company.name).catch(
      (error: unknown) => {
        throw error instanceof HttpProblem ? new AdminError(error.detail) : error;
      },
    );
    command.say(`${person.name} is in ${company.name} with the role ${person.role}.`);
    if (link) command.say(linkText(link));
  },
  'user list': async ({ db, say, option }) => {
    const wanted = option('company');
    const company = wanted === undefined ? null : await theCompany(db, wanted);
    for (const one of await findPeople(db, { company })) {
      const state = one.active ? (one.accepted ? '' : '  (invited)') : '  (deactivated)';
      say(`${one.id}  ${one.role.padEnd(10)}  ${one.company}: ${one.name} <${one.email}>${state}`);
    }
  },
  'user recover': async ({ db, say, operands: [email] }) => {
    if (!email) throw new AdminError('Whose password? Give the e-mail.');
    const person = (await findPeople(db, { email })).find(({ active }) => active);
    if (!person) throw new AdminError(`Nobody active has the e-mail ${email}.`);
    say(linkText(await makeLink(db, serviceCaller(person.lineage), person.id, true)));
  },
  'user second-factor-off': async ({ db, say, operands: [email] }) => {
    if (!email) throw new AdminError('Whose second factor? Give the e-mail.');
    const { login_id: loginId } = await loginByEmail(db, typedEmail(email) ?? email);
    if (loginId === null) throw new AdminError(`Nobody has the e-mail ${email}.`);
    const origin = { address: '', agent: '', requestId: 'admin' };
    const isOff = await resetSecondFactor(db, loginId, 'second_factor_off', origin);
    say(isOff ? `The second factor of ${email} is off.` : `${email} has no second factor.`);
  },
  'archive rebuild': async ({ say, rebuildArchive }) => {
    if (!rebuildArchive) throw new AdminError('There is no archive: TILLHOUSE_ARCHIVE_DIR is off.');
    say(`The files of ${await rebuildArchive()} dates were written.`);
  },
};

const linkText = ({ token, expires_at }: Link) =>
  `A one-time link, shown this once, until ${expires_at}; put the address of the service before it:\n/invitation#${token}`;

async function firstLine(file: string): Promise<string> {
  const [line = ''] = (await readFile(file, 'utf8')).split(/\r?\n/);
  return line;
}

function needed(command: Command, name: keyof typeof options): string {
  const value = command.option(name)?.trim();
  if (!value) throw new AdminError(`--${name} is missing.\n\n${adminUsage}`);
  return value;
}

/**
 * Returns ids as text, with the root company's id in front if the ids alone are equal: they are unique within a
 * tenant alone.
 */
function idsOf(found: readonly { readonly id: string; readonly lineage: readonly string[] }[]): string {
  const areDistinct = new Set(found.map(({ id }) => id)).size === found.length;
  return found.map(({ id, lineage }) => (areDistinct ? id : `${lineage.at(-1)}:${id}`)).join(', ');
}

async function theCompany(db: Database, wanted: string): Promise<ExistingCompany> {
  const [company, ...others] = await findCompany(db, wanted);
  if (!company)
    throw new AdminError(`There is no company ${wanted}; \`company list\` shows those there are.`);
  if (others.length > 0)
    throw new AdminError(
      `${others.length + 1} companies are named ${wanted}: give an id of ${idsOf([company, ...others])}.`,
    );
  return company;
}
