import { z } from 'zod';
import { guid } from './values';

/**
 * The membership or API key that a request acts as, together with its tenant, as `GET /api/secure/me` returns it and
 * as `Tillhouse-As` and `PUT /api/session` take it. The id alone may belong to several: ids are unique within a
 * tenant.
 */
export interface ActingAs {
  /** Null if only the id is given, as pages opened before an upgrade send it. */
  readonly tenantId: string | null;
  readonly id: string;
}

const id = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The pattern of its text form: `<tenant>:<id>`, or the id alone. */
export const actingAsPattern = `^(?:${id}:)?${id}$`;

/** Formats it as text: the tenant's id, a colon, and the id of the membership or key. */
export const formatActingAs = (tenantId: string, id: string): string => `${tenantId}:${id}`;

/** Parses the text form; null if it does not match. */
export function parseActingAs(text: string): ActingAs | null {
  if (!new RegExp(actingAsPattern).test(text)) return null;
  const [id = '', tenantId = null] = text.toLowerCase().split(':').toReversed();
  return { tenantId, id };
}

/** The membership to switch to, as `memberships` of `/api/secure/me` names it; older pages send its id alone. */
export const switchBody = z.union([
  z.strictObject({ acting_as: z.string().regex(new RegExp(actingAsPattern)) }),
  z.strictObject({ user_id: guid() }),
]);
