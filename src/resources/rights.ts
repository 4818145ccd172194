import { fieldGroupNames, type FieldGroup } from '@/contract/field-groups';
import { rightsAgainst } from '@/contract/rights-against';
import { acts, ofEverybody, roles, verbs, type Grant, type Holder, type Role } from '@/contract/role';
import { contracts } from './contracts';

/**
 * What administrators alone do: what decides who gets in, and the company itself. Everybody reads their company, its locations and registers;
 * the security log is not given away either.
 */
const ofAdministrators = [
  'company',
  'apikey',
  'identityprovider',
  'webhook',
  'securityevent',
  'role',
] as const;

const grants: readonly Grant[] = [
  ...Object.values(contracts).flatMap(({ access }) => verbs.map((verb) => access[verb])),
  ...Object.values(acts),
];

/** The rights that a company's own role may have: of each resource, and what people do besides. */
export const givenRights: readonly string[] = [
  ...new Set(
    grants
      .filter(
        ({ right, roles: allowed }) =>
          allowed.length > 0 &&
          right !== acts.seeBackups.right &&
          !ofEverybody.includes(right) &&
          !ofAdministrators.some((name) => right.startsWith(`${name}.`)),
      )
      .map(({ right }) => right),
  ),
];

/** Returns the rights that a built-in role has of those that a company's own role may have. */
export const rightsOf = (role: Role): readonly string[] =>
  givenRights.filter((name) =>
    grants.some(({ right, roles: allowed }) => right === name && allowed.includes(role)),
  );

/** Returns what a right needs besides: who changes a record reads it, who closes a day changes it. */
export const neededBy = (right: string): readonly string[] =>
  allNeededBy(right).filter((other) => other !== right && !ofEverybody.includes(other));

const allNeededBy = (right: string): readonly string[] => {
  const [resource = '', verb = ''] = right.split('.');
  if (verb === 'read' || resource === 'shared_view') return [];
  if (verb === 'create' || verb === 'update') return [`${resource}.read`];
  // A till has these: nobody makes a key that may more than they do.
  if (right === acts.pairTills.right)
    return [
      `${resource}.read`,
      ...new Set(rightsOf('terminal').flatMap((held) => [held, ...allNeededBy(held)])),
    ];
  if (resource === 'businessday') return ['businessday.read', 'businessday.update'];
  if (resource === 'changeset') return ['changeset.read', 'changeset.update'];
  if (resource === 'report') return ['report.read', ...(verb === 'margin' ? ['plu.read'] : [])];
  if (resource === 'month') return ['report.read'];
  return givenRights.includes(`${resource}.read`) ? [`${resource}.read`] : [];
};

/** Whether somebody holds no more than another: each right, no field that is hidden or read-only there, no larger change of a price. */
export interface Held {
  readonly role: Role;
  readonly rights?: readonly string[] | null | undefined;
  readonly hidden?: readonly FieldGroup[] | null | undefined;
  readonly readOnly?: readonly FieldGroup[] | null | undefined;
  readonly largestPriceChange?: number | null | undefined;
  /** Null for all. */
  readonly locations?: readonly string[] | null | undefined;
}

/** Returns whether `one` is no stronger than `other`: nobody makes a person stronger than themselves. */
export function isWithin(one: Held, other: Held): boolean {
  // An administrator of the built-in role may everything.
  if (other.role === 'admin' && !other.rights) return true;
  if (one.role === 'admin' && !one.rights) return false;
  const held = (who: Holder) => who.rights ?? rightsOf(who.role);
  const all = held(other);
  const sees = (who: Held) => fieldGroupNames.filter((group) => !who.hidden?.includes(group));
  const changes = (who: Held) => sees(who).filter((group) => !who.readOnly?.includes(group));
  return (
    held(one).every((right) => all.includes(right) || ofEverybody.includes(right)) &&
    sees(one).every((group) => sees(other).includes(group)) &&
    changes(one).every((group) => changes(other).includes(group)) &&
    (one.largestPriceChange ?? Infinity) <= (other.largestPriceChange ?? Infinity) &&
    (!other.locations || (one.locations ?? null)?.every((id) => other.locations?.includes(id)) === true)
  );
}

/** Returns what stands against a right where groups are hidden; null for nothing. */
export const hiddenAgainst = (right: string, hidden: readonly FieldGroup[]): FieldGroup | null =>
  hidden.find((group) => rightsAgainst[group].includes(right)) ?? null;

/** Returns why a built-in role does not go with one of the company's own; null where it does. */
export const ownRoleMisfit = (role: string): string | null =>
  templates.some((name) => name === role)
    ? null
    : `A role of the company goes with the role manager or accountant, not with ${role}`;

/** The built-in roles as a company's own may begin. */
export const templates = roles.filter((name) => name === 'manager' || name === 'accountant');
