import { fieldGroupNames, type FieldGroup } from '@/contract/field-groups';
import { rightsAgainst } from '@/contract/rights-against';
import { ofEverybody } from '@/contract/role';

/** A role that a company made, as it stands now (docs/security.md#roles). */
export interface CustomRole {
  readonly id: string;
  readonly name: string;
}

/** What a membership is held to, beside its built-in role; every part is missing where it holds all of that. */
export interface MembershipHeld {
  readonly locations: readonly string[] | null;
  readonly custom: CustomRole | null;
  readonly rights: readonly string[] | null;
  readonly hidden: readonly FieldGroup[];
  readonly readOnly: readonly FieldGroup[];
  readonly largestPriceChange: number | null;
}

/** As the database's `membership_held` gives it. */
export interface HeldRow {
  locations: string[] | null;
  role: { id: string; name: string; active: boolean; data: Readonly<Record<string, unknown>> } | null;
}

const nothingHeld: MembershipHeld = {
  locations: null,
  custom: null,
  rights: null,
  hidden: [],
  readOnly: [],
  largestPriceChange: null,
};

/**
 * Returns what a row says. A role that is deactivated, or hides what this version does not know, has no rights; what is made of hidden
 * fields is no right of a role that hides them, whatever it says.
 */
export function heldFrom(row: HeldRow | null | undefined): MembershipHeld {
  if (!row) return nothingHeld;
  const { locations, role } = row;
  if (!role) return { ...nothingHeld, locations };
  const { rights, hidden, read_only: readOnly, largest_price_change: largest } = role.data;
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const groups = (value: unknown) => fieldGroupNames.filter((name) => texts(value).includes(name));
  const isKnown = texts(hidden).length === groups(hidden).length;
  const against = groups(hidden).flatMap((group) => rightsAgainst[group]);
  return {
    locations,
    custom: { id: role.id, name: role.name },
    rights: [
      ...ofEverybody,
      ...(role.active && isKnown ? texts(rights).filter((right) => !against.includes(right)) : []),
    ],
    hidden: groups(hidden),
    readOnly: groups(readOnly),
    largestPriceChange: typeof largest === 'number' ? largest : null,
  };
}
