import { z } from 'zod';
import { guid } from './values';

/**
 * Whom a request acts as: the membership or API key together with its tenant, as `GET /api/secure/me` gives it and as
 * `Tillhouse-As` and `PUT /api/session` take it. The id alone may belong to several: ids are unique within a tenant.
 */
export interface ActingAs {
  /** Null if only the id is given, as pages that were opened before the tenant was part of it do. */
  readonly tenantId: string | null;
  readonly id: string;
}

const id = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The form of it: `<tenant>:<id>`, or the id alone. */
export const actingAsPattern = `^(?:${id}:)?${id}$`;

/** Writes it as text: the tenant's id, a colon, and the id of the membership or key. */
export const formatActingAs = (tenantId: string, id: string): string => `${tenantId}:${id}`;

/** Reads the text; null if it has another form. */
export function parseActingAs(text: string): ActingAs | null {
  if (!new RegExp(actingAsPattern).test(text)) return null;
  const [id = '', tenantId = null] = text.toLowerCase().split(':').toReversed();
  return { tenantId, id };
}

/** The membership to act by from now on, as `memberships` of `/api/secure/me` name it; pages from before send its id. */
export const switchBody = z.union([
  z.strictObject({ acting_as: z.string().regex(new RegExp(actingAsPattern)) }),
  z.strictObject({ user_id: guid() }),
]);
