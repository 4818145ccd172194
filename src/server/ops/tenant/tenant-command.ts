import path from 'node:path';
import type { Client } from 'pg';
import type { Database } from '../../db/db';
import { findCompany } from '../admin-store';
import { ArchiveError } from '../backup/archive';
import { connect } from '../backup/connect';
import { deleteTenant } from './delete';
import { exportTenant } from './export';
import { findMove, freezeTenant, thawTenant, type Tenant } from './freeze';
import { importTenant } from './import';

/** The usage of `npm run admin -- tenant …`. */
export const tenantUsage = `  tenant freeze COMPANY
      a root company with all below it takes no writes from now on, and is read as before
  tenant thaw COMPANY
  tenant export COMPANY FILE
      writes everything of a frozen one into a file
  tenant import FILE
      brings it into this database, frozen; all of it or nothing
  tenant delete COMPANY RECEIPT
      deletes it where it came from; the import prints the receipt
  cursor renew
      services that start from now on refuse the cursors of before: lists begin anew`;

/** What the commands of tenants work with. */
interface Work {
  readonly client: Client;
  readonly db: Database;
  readonly operands: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * Carries out `npm run admin -- tenant …` (docs/operations.md#moving-a-chain).
 *
 * @throws ArchiveError with a message for the person who gave the command.
 */
export async function runTenantCommand(
  url: string,
  db: Database,
  [action = '', ...operands]: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const command = commands[action];
  if (!command) throw new ArchiveError(`npm run admin -- <command>\n\n${tenantUsage}`);
  const client = await connect(url);
  try {
    await command({ client, db, operands, say });
  } finally {
    await client.end();
  }
}

const commands: Readonly<Record<string, (work: Work) => Promise<void>>> = {
  freeze: async ({ client, db, operands: [wanted], say }) => {
    const tenant = await theTenant(db, wanted);
    await freezeTenant(client, tenant);
    say(`${tenant.name} is frozen: nothing of it is being written, and nothing will be until it is thawed.`);
  },
  thaw: async ({ client, db, operands: [wanted], say }) => {
    const tenant = await theTenant(db, wanted);
    await thawTenant(client, tenant);
    say(
      `${tenant.name} takes writes again. Files that were exported of it before must not be imported any more.`,
    );
  },
  export: async ({ client, db, operands: [wanted, file], say }) => {
    const tenant = await theTenant(db, wanted);
    const { rows } = await exportTenant(client, tenant, located(file));
    say(`${rows} rows of ${tenant.name} are in ${file}.`);
  },
  import: async ({ client, operands: [file], say }) => {
    const { name, rows, receipt, before, waiting } = await importTenant(client, located(file));
    say(
      before
        ? `${name} came in this file before: nothing was done.`
        : `${rows} rows of ${name} are in this database and are what the file says.`,
    );
    if (waiting.length > 0)
      say(
        `Known here already, so their memberships wait to be accepted by a new link: ${waiting.join(', ')}`,
      );
    say(`It is frozen. Delete it where it came from with this receipt, and thaw it here:\n${receipt}`);
  },
  delete: async ({ client, db, operands: [wanted, receipt = ''], say }) => {
    const tenant = await findTenant(db, wanted);
    // A run that was killed has deleted all of it or nothing.
    if (
      tenant === null &&
      wanted !== undefined &&
      (await findMove(client, wanted).catch(() => null))?.moved_at
    )
      return say(`${wanted} was deleted before.`);
    const { rows } = await deleteTenant(client, tenant ?? (await theTenant(db, wanted)), receipt, say);
    say(`${rows} rows are deleted.`);
  },
};

/** A file is relative to the directory of the command. */
function located(file: string | undefined): string {
  if (file === undefined) throw new ArchiveError(`Which file?\n\n${tenantUsage}`);
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}

async function findTenant(db: Database, wanted: string | undefined): Promise<Tenant | null> {
  const found = wanted === undefined ? [] : await findCompany(db, wanted);
  const roots = found.filter(({ depth }) => depth === 0);
  return roots.length === 1 ? (roots[0] ?? null) : null;
}

async function theTenant(db: Database, wanted: string | undefined): Promise<Tenant> {
  const tenant = await findTenant(db, wanted);
  if (!tenant)
    throw new ArchiveError(
      `${wanted ?? 'Nothing'} is no root company, or names several; \`company list\` shows those there are.`,
    );
  return tenant;
}
