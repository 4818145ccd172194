/** The roles of a key or membership (docs/design.md#keys-and-roles). */
export const roles = ['admin', 'manager', 'accountant', 'terminal'] as const;
export type Role = (typeof roles)[number];

/** The verbs of a resource. `create` and `update` are POST and PUT (docs/interface.md#4-endpoints). */
export const verbs = ['read', 'create', 'update'] as const;
export type Verb = (typeof verbs)[number];

/** The roles that may use each verb on a resource. A role that is not named may not. */
export type Access = Readonly<Record<Verb, readonly Role[]>>;

/** Access to users and keys: administrators alone. */
export const administration: Access = { read: ['admin'], create: ['admin'], update: ['admin'] };

/** Access to companies: everyone reads their own and its ancestors; administrators edit it, and create children. */
export const companies: Access = { read: roles, create: ['admin'], update: ['admin'] };

/**
 * Access to the audit trail: nobody writes it; managers read the history of the records that they edit, accountants
 * that of business days and their receipts (resources/event/event.server.ts).
 */
export const history: Access = { read: ['admin', 'manager', 'accountant'], create: [], update: [] };

/** Access to the security log: nobody writes it, administrators read it. */
export const securityHistory: Access = { read: ['admin'], create: [], update: [] };

/** Access to products, departments, taxes and other master data: everyone reads them, managers edit them. */
export const masterData: Access = {
  read: ['admin', 'manager', 'accountant', 'terminal'],
  create: ['admin', 'manager'],
  update: ['admin', 'manager'],
};

/** The roles that may use each operation: `GET /api/secure/plu/:id` → roles. Without a rule nobody may. */
export type Rules = Readonly<Record<string, readonly Role[]>>;

/** Returns the rules of resources, from the access that each declares. */
export function rulesOf(resources: readonly { readonly name: string; readonly access: Access }[]): Rules {
  return Object.fromEntries(
    resources.flatMap(({ name, access }) => {
      const address = `/api/secure/${name}`;
      return [
        [`GET ${address}`, access.read],
        [`GET ${address}/:id`, access.read],
        [`POST ${address}`, access.create],
        [`PUT ${address}/:id`, access.update],
      ];
    }),
  );
}
