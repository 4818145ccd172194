/** What a caller's key or membership lets it do (docs/design.md#keys-and-roles). */
export const roles = ['admin', 'manager', 'accountant', 'terminal'] as const;
export type Role = (typeof roles)[number];

/** The verbs of a resource. `create` and `update` are POST and PUT (docs/interface.md#4-endpoints). */
export const verbs = ['read', 'create', 'update'] as const;
export type Verb = (typeof verbs)[number];

/** Which roles may use which verb on a resource. A role that is not named may not. */
export type Access = Readonly<Record<Verb, readonly Role[]>>;

/** Users and keys: administrators alone. */
export const administration: Access = { read: ['admin'], create: ['admin'], update: ['admin'] };

/** Companies: everyone reads the own one and what it inherits; administrators keep it, and make children. */
export const companies: Access = { read: roles, create: ['admin'], update: ['admin'] };

/** The audit trail: nobody writes it; managers read the history of what they keep themselves. */
export const history: Access = { read: ['admin', 'manager'], create: [], update: [] };

/** The security log: nobody writes it, administrators read it. */
export const securityHistory: Access = { read: ['admin'], create: [], update: [] };

/** Products, departments, taxes and the like: everyone reads them, managers keep them. */
export const masterData: Access = {
  read: ['admin', 'manager', 'accountant', 'terminal'],
  create: ['admin', 'manager'],
  update: ['admin', 'manager'],
};

/** Who may use which address: `GET /api/secure/plu/:id` → roles. What has no rule is nobody's. */
export type Rules = Readonly<Record<string, readonly Role[]>>;

/** The rules of resources, from what each of them says of its access. */
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
