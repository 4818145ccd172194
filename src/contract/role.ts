/** The built-in roles of a key or membership (docs/design.md#keys-and-roles); a company makes others of them (resources/role/contract.ts). */
export const roles = ['admin', 'manager', 'accountant', 'terminal'] as const;
export type Role = (typeof roles)[number];

/** The verbs of a resource. `create` and `update` are POST and PUT (docs/interface.md#4-endpoints). */
export const verbs = ['read', 'create', 'update'] as const;
export type Verb = (typeof verbs)[number];

/** What a rule asks of a caller: a right, which a company's own role names, and the built-in roles that have it. */
export interface Grant {
  /** `plu.update`, or one of `acts`. */
  readonly right: string;
  readonly roles: readonly Role[];
}

/** Whom a rule is asked about: a built-in role, or one that a company made, with all the rights that it gives. */
export interface Holder {
  readonly role: Role;
  readonly rights?: readonly string[] | null | undefined;
}

/** Returns whether a caller may do what a rule asks; nobody without one. A role that a company made has its own rights and no others. */
export const allows = ({ role, rights }: Holder, grant: Grant | undefined): boolean =>
  grant !== undefined && (rights ? rights.includes(grant.right) : grant.roles.includes(role));

/** What is needed for each verb of a resource. */
export type Access = Readonly<Record<Verb, Grant>>;

/** The built-in roles that may use each verb on a resource, as it is declared. A role that is not named may not. */
export type RolesByVerb = Readonly<Record<Verb, readonly Role[]>>;

/** Access to users and keys: administrators alone. */
export const administration: RolesByVerb = { read: ['admin'], create: ['admin'], update: ['admin'] };

/** Access to companies: everyone reads their own and its ancestors; administrators edit it, and create children. */
export const companies: RolesByVerb = { read: roles, create: ['admin'], update: ['admin'] };

/**
 * Access to the audit trail: nobody writes it; managers read the history of the records that they edit, accountants
 * that of business days and their receipts (resources/event/event.server.ts).
 */
export const history: RolesByVerb = { read: ['admin', 'manager', 'accountant'], create: [], update: [] };

/** Access to the security log: nobody writes it, administrators read it. */
export const securityHistory: RolesByVerb = { read: ['admin'], create: [], update: [] };

/** Access to products, departments, taxes and other master data: everyone reads them, managers edit them. */
export const masterData: RolesByVerb = {
  read: ['admin', 'manager', 'accountant', 'terminal'],
  create: ['admin', 'manager'],
  update: ['admin', 'manager'],
};

/** Returns what a resource's verbs need. */
export const accessOf = (resource: string, { read, create, update }: RolesByVerb): Access => ({
  read: { right: `${resource}.read`, roles: read },
  create: { right: `${resource}.create`, roles: create },
  update: { right: `${resource}.update`, roles: update },
});

/** What is everybody's who is signed in: themselves, and the company that they act in. */
export const everybody: Grant = { right: 'everybody', roles };

/** Rights that every role has: themselves, their company and its locations. */
export const ofEverybody: readonly string[] = [everybody.right, 'company.read', 'location.read'];

/** What people do that is more than reading or writing a record. */
export const acts = {
  /** Reports of business days and months, with their files, and what was sold. */
  readReports: { right: 'report.read', roles: ['admin', 'manager', 'accountant'] },
  readMargins: { right: 'report.margin', roles: ['admin', 'manager', 'accountant'] },
  acknowledge: { right: 'report.acknowledge', roles: ['admin', 'accountant'] },
  closeDays: { right: 'businessday.close', roles: ['admin', 'manager', 'terminal'] },
  reopenDays: { right: 'businessday.reopen', roles: ['admin', 'accountant'] },
  /** Marks days as exported, and numbers their vouchers. */
  exportDays: { right: 'businessday.export', roles: ['admin', 'accountant'] },
  lockMonths: { right: 'month.lock', roles: ['admin', 'accountant'] },
  unlockMonths: { right: 'month.unlock', roles: ['admin'] },
  applySets: { right: 'changeset.apply', roles: ['admin', 'manager'] },
  approveSets: { right: 'changeset.approve', roles: ['admin', 'manager'] },
  exportCustomers: { right: 'customer.export', roles: ['admin', 'manager'] },
  eraseCustomers: { right: 'customer.erase', roles: ['admin'] },
  /** Gives a till a key of its own by a code, and takes it away. */
  pairTills: { right: 'pos.pair', roles: ['admin', 'manager'] },
  shareViews: { right: 'shared_view', roles: ['admin', 'manager', 'accountant'] },
  seeBackups: { right: 'backup', roles: ['admin'] },
} as const satisfies Readonly<Record<string, Grant>>;
