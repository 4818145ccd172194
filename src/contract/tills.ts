import { z } from 'zod';
import { guid, text } from './values';

/**
 * Tills, paired by a code (docs/connect-a-till.md). A register's till has an API key of its own, of the role `terminal`, which is
 * bound to the register and its location.
 */

/** Minutes for which a code pairs a till. */
export const pairingMinutes = 10;

/** Hours for which the till before goes on beside the one that takes its place, at most, and unless something else is said. */
export const overlap = { most: 168, usual: 24 } as const;

const hours = () => z.int().min(0).max(overlap.most);

/** The body that makes a code. */
export const pairingBody = z.strictObject({
  /** How long the till that the register has now goes on after the other one is paired; 0: it ends with it. */
  overlap_hours: hours().default(overlap.usual),
});

/** A code, answered once. */
export const pairingSchema = z.looseObject({
  id: guid(),
  /** Eight letters, `7K4M-92QX`: typed in capitals or not, with or without the hyphen. */
  code: z.string(),
  expires_at: z.string(),
});
export type Pairing = z.output<typeof pairingSchema>;

/** The body by which a till pairs itself. */
export const pairBody = z.strictObject({
  code: z.string().trim().min(1).max(40),
  /** What the till says of its own version: `Nordpos 4.2`. Later the header `Till-Version` says so. */
  version: text(100).optional(),
});

const named = z.looseObject({ id: guid(), name: z.string() });

/** What a till gets, once. */
export const pairedSchema = z.looseObject({
  /** The key, for `Authorization: Bearer`. It is kept nowhere: this is the only time. */
  key: z.string(),
  key_id: guid(),
  company: named.extend({ currency: z.string(), timezone: z.string() }),
  location: named,
  /** The register, which each receipt of the till names as `pos_id`. */
  pos: named.extend({ pos_num: z.int().nullable() }),
});

const till = z.looseObject({
  /** Its key. */
  id: guid(),
  pos_id: guid(),
  /** When it was paired, and by whose code. */
  paired_at: z.string(),
  paired_by: z.string().nullable(),
  /** Its last sign of life, to the minute; null until the first. */
  last_used_at: z.string().nullable(),
  /** What it said last of its own version. */
  version: z.string().nullable(),
  /** When it ends, because another one took its place. */
  expires_at: z.string().nullable(),
});
export type Till = z.output<typeof till>;

/** The tills of the company that work, and the codes that wait for one. */
export const tillsSchema = z.looseObject({
  tills: z.array(till),
  pairings: z.array(z.looseObject({ id: guid(), pos_id: guid(), expires_at: z.string() })),
});
export type Tills = z.output<typeof tillsSchema>;

/** Where a till pairs itself. Nobody is signed in there. */
export const pairPath = '/api/pair';
