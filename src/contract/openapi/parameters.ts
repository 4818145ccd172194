import { z } from 'zod';
import {
  canExclude,
  commonParametersOf,
  excluding,
  filterNames,
  filterSchema,
  isRepeatable,
  pageDefaults,
} from '../paging';
import { header, integer, string } from './parts';
import { sortNames, type Resource } from '../resource';

type Json = Record<string, unknown>;

/** The header of a conditional write. */
export const ifMatch = {
  name: 'If-Match',
  in: 'header',
  schema: string,
  description: 'The ETag that was read: the write happens only on that version.',
};

/** The header of a conditional read. */
export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  schema: string,
  description: 'The ETag that was read: 304 without a body while it stands.',
};

/** The header of a retry (docs/design.md#retries). */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'Makes the write safe to send again: within 24 hours the same key with the same body gets the first answer again.',
};

/** The headers of a page of a list (docs/interface.md#46-pagination). */
export const pageHeaders = {
  'X-Total-Count': header('Total number of items.', integer),
  'X-Page': header('Current page number.', integer),
  'X-Page-Size': header('Items per page.', integer),
  'X-Total-Pages': header('Total number of pages.', integer),
};

/** The schema of the moment of a past state. */
export const asOf = {
  type: 'string',
  format: 'date-time',
  description:
    'As it stood at that moment, that moment included, without what is computed. What was erased since is not shown.',
};

const sizeDescription = `${pageDefaults.pageSize} where absent.`;

/** Returns the query parameters of a resource's list (docs/interface.md#42-list). */
export function listParameters(resource: Resource): Json[] {
  const known: Record<string, Json> = {
    // Without `default`: a client that fills defaults in would send a page and a cursor at once.
    page: { ...integer, minimum: 1, description: `${pageDefaults.page} where absent.` },
    pageSize: { ...integer, minimum: 1, maximum: pageDefaults.maximum, description: sizeDescription },
    limit: { ...integer, minimum: 1, maximum: pageDefaults.maximum, description: sizeDescription },
    active: { type: 'boolean' },
    modified_since: { type: 'string', format: 'date-time' },
    as_of: asOf,
    include_scheduled: {
      type: 'boolean',
      description:
        'Each record says what scheduled change sets will change in it; with `modified_since` those with such changes are in the list, too.',
    },
    sort: { ...string, description: `Comma list, - for descending: ${sortNames(resource).join(', ')}` },
  };
  return [
    ...commonParametersOf(resource).map((name) => ({ name, in: 'query', schema: known[name] ?? string })),
    ...filterNames(resource).flatMap((name) => filterParameters(resource, name)),
  ];
}

/** Returns a filter as parameters: with a value or any of several, and the other way round. */
function filterParameters(resource: Resource, name: string): Json[] {
  const isSingle = name in resource.extraFilters;
  const schema = {
    ...string,
    ...(filterSchema(resource, name) instanceof z.ZodGUID
      ? { examples: ['018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b'] }
      : {}),
  };
  const description = isSingle
    ? isRepeatable(resource, name)
      ? 'Sent once for each value: any of them.'
      : undefined
    : 'A value, or several separated by commas: any of them.';
  const without = isSingle
    ? `Records that \`${name}\` does not find.`
    : 'A value, or several separated by commas: none of them.';
  return [
    { name, in: 'query', description, schema },
    ...(canExclude(resource) ? [{ name: excluding + name, in: 'query', description: without, schema }] : []),
  ];
}
