import { sql } from 'kysely';
import type { Role } from '@/contract/role';
import type { Caller } from '@/server/auth/caller';
import { serviceCaller } from '@/server/ops/companies';
import { inScope, type Database } from '@/server/db/db';
import { acceptMembership, type SessionOf } from '@/server/auth/sessions';
import { upsertMany } from '@/server/write/store';
import { tables } from '@/resources/tables';
import { demoCompany } from './demo';

/** A membership in one of the demo's companies. */
interface Member {
  readonly id: string;
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly active?: false;
  /** Invited, but the invitation was not accepted. */
  readonly invited?: true;
}

const id = (n: number) => `00000000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;
const at = (name: string) => `${name}@rantakulma.example`;
const [group, helsinki, tampere] = ['Rantakulma Group', 'Rantakulma Helsinki', 'Rantakulma Tampere'] as const;

const helmi = { name: 'Helmi Korhonen', email: at('helmi.korhonen') };
const petri = { name: 'Petri Salmela', email: at('petri.salmela') };

const members: readonly Member[] = [
  { id: id(1), company: helsinki, ...helmi, role: 'admin' },
  { id: id(2), company: helsinki, name: 'Aino Lehtonen', email: at('aino.lehtonen'), role: 'manager' },
  { id: id(3), company: helsinki, ...petri, role: 'accountant' },
  { id: id(4), company: helsinki, name: 'Joonas Wikström', email: at('joonas.wikstrom'), role: 'manager' },
  {
    id: id(5),
    company: helsinki,
    name: 'Sanna Mäkelä',
    email: at('sanna.makela'),
    role: 'manager',
    invited: true,
  },
  {
    id: id(6),
    company: helsinki,
    name: 'Kimmo Rautio',
    email: at('kimmo.rautio'),
    role: 'accountant',
    active: false,
  },
  { id: id(7), company: helsinki, name: 'Mikko Saarinen', email: at('mikko.saarinen'), role: 'manager' },
  { id: id(11), company: group, ...helmi, role: 'admin' },
  { id: id(12), company: group, ...petri, role: 'accountant' },
  { id: id(21), company: tampere, ...helmi, role: 'admin' },
  { id: id(22), company: tampere, name: 'Veera Ojala', email: at('veera.ojala'), role: 'manager' },
];

const [root, ...children] = demoCompany({ today: '2026-01-01' }).map((company) => ({
  name: company.name,
  caller: serviceCaller([company.id, ...(company.parent_id ? [company.parent_id] : [])], 'fi-FI'),
}));

/**
 * Creates the demo's people and their memberships, with events; nobody has a password. Existing ones stay as they are,
 * whatever was changed.
 */
export async function ensurePeople(db: Database): Promise<void> {
  for (const { name, caller } of root ? [root, ...children] : []) {
    const existing = await existingIds(db, caller);
    const missing = members.filter((member) => member.company === name && !existing.has(member.id));
    const value = missing.map(recordOf);
    if (value.length === 0) continue;
    await upsertMany(
      { db, tables, table: tables.user, caller, requestId: 'demo', givesIds: true },
      { text: JSON.stringify(value), value },
      value,
    );
    for (const member of missing.filter(({ invited }) => !invited)) {
      await acceptMembership(db, caller.tenantId, member.id);
    }
  }
}

const recordOf = ({ id: memberId, name, email, role, active }: Member) => ({
  id: memberId,
  active: active !== false,
  name,
  email,
  role,
});

async function existingIds(db: Database, caller: Caller): Promise<Set<string>> {
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`select id from "user" where tenant_id = ${caller.tenantId}
      and company_id = ${caller.companyId} and id = any(${members.map((member) => member.id)}::uuid[])`),
  );
  return new Set(rows.map((row) => row.id));
}

/** Returns the membership of a person in a company by their names, or null if there is none. */
export const demoMember = (company: string, name: string): string | null =>
  members.find((one) => one.company === company && one.name === name)?.id ?? null;

/** Returns the membership for the one-click sign-in with a role, in Helsinki, the company in the pictures. */
export function demoPerson(role: string): SessionOf | null {
  const member = members.find((one) => one.company === helsinki && one.role === role);
  const caller = children.find(({ name }) => name === helsinki)?.caller;
  return member && caller
    ? { tenantId: caller.tenantId, companyId: caller.companyId, userId: member.id, loginId: null }
    : null;
}
