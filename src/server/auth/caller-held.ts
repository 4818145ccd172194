import { fieldGroupNames, type FieldGroup } from '@/contract/field-groups';
import { rightsAgainst } from '@/contract/rights-against';
import { ofEverybody } from '@/contract/role';

/** A role that a company made, as it stands now (docs/security.md#roles). */
export interface CustomRole {
  readonly id: string;
  readonly name: string;
}

/** What a membership or a key is held to, beside its built-in role; every part is missing where it holds all of that. */
export interface CallerHeld {
  readonly locations: readonly string[] | null;
  readonly custom: CustomRole | null;
  readonly rights: readonly string[] | null;
  readonly hidden: readonly FieldGroup[];
  readonly readOnly: readonly FieldGroup[];
  readonly largestPriceChange: number | null;
  /** The register whose till has the key. */
  readonly posId: string | null;
  /** The addresses and networks that the key is accepted from. */
  readonly networks: readonly string[] | null;
}

/** As the database's `caller_held` gives it. */
export interface HeldRow {
  locations: string[] | null;
  role: { id: string; name: string; active: boolean; data: Readonly<Record<string, unknown>> } | null;
  pos_id?: string | null;
  networks?: unknown;
}

const nothingHeld: CallerHeld = {
  locations: null,
  custom: null,
  rights: null,
  hidden: [],
  readOnly: [],
  largestPriceChange: null,
  posId: null,
  networks: null,
};

const areGroups = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.every((one) => fieldGroupNames.some((name) => name === one)));

/** Returns the networks of a key, null for any. What was written by hand and is no list counts as its one entry: mostly no network, so that the key is accepted from nowhere. */
function networksFrom(said: unknown): string[] | null {
  if (said === undefined || said === null) return null;
  const networks = Array.isArray(said) ? said.map(String) : [typeof said === 'string' ? said : ''];
  return networks.length > 0 ? networks : null;
}

/**
 * Returns what a row says. A role that is deactivated, or limits what this version does not know, has no rights; what is made of hidden
 * fields is no right of a role that hides them, whatever it says.
 */
export function heldFrom(row: HeldRow | null | undefined): CallerHeld {
  if (!row) return nothingHeld;
  const { locations, role, pos_id: posId = null } = row;
  const networks = networksFrom(row.networks);
  if (!role) return { ...nothingHeld, locations, posId, networks };
  const { rights, hidden, read_only: readOnly, largest_price_change: largest } = role.data;
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const groups = (value: unknown) => fieldGroupNames.filter((name) => texts(value).includes(name));
  const isKnown =
    [hidden, readOnly].every(areGroups) &&
    (largest === undefined || largest === null || typeof largest === 'number');
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
    posId,
    networks,
  };
}
