import { z } from 'zod';
import type { FieldProblem } from './problem';
import { hasFullHistory, hasSchedules, sortNames, type Resource } from './resource';
import { guid, timestamp } from './values';

/** Offset pagination (docs/interface.md#46-pagination and 8): 1-indexed pages of at most 1,000. */
export const pageDefaults = { page: 1, pageSize: 100, maximum: 1000 } as const;

/** The page that a list request asks for, by number or by cursor. */
export type Paging =
  | { readonly kind: 'page'; readonly page: number; readonly pageSize: number }
  | { readonly kind: 'cursor'; readonly cursor: string | null; readonly limit: number };

/** One sort key: a field and its direction. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** A list request, parsed from its query parameters (docs/interface.md#42-list, docs/design.md#filters). */
export interface ListQuery {
  /** The resource: a cursor of another one is refused. */
  readonly resource: string;
  readonly paging: Paging;
  readonly active: boolean | null;
  readonly q: string | null;
  readonly modifiedSince: string | null;
  /** Whether records say what scheduled change sets will change, and those that have such changes count as modified. */
  readonly includeScheduled: boolean;
  /** The moment of a past state; null for the current one. */
  readonly asOf: string | null;
  readonly sort: readonly SortKey[];
  /** `id` and `company_id`, the contract's fields, and its extra filters: name → any of these values. */
  readonly equals: Readonly<Record<string, readonly string[]>>;
  /** The same filters the other way round (`not.dpt_id`): name → none of these values. */
  readonly excludes: Readonly<Record<string, readonly string[]>>;
}

const size = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'Must be a whole number' })
  .transform(Number)
  .pipe(
    z
      .number()
      .min(1, { error: `Must be from 1 to ${pageDefaults.maximum}` })
      .max(pageDefaults.maximum, { error: `Must be from 1 to ${pageDefaults.maximum}` }),
  );

const pageNumber = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'Must be a whole number' })
  .transform(Number)
  .pipe(z.number().min(1, { error: 'Must be 1 or more' }));

/** A point in time, in UTC: PostgreSQL supports fewer offsets than ISO 8601, and no year 0. */
const since = timestamp()
  .transform((time) => new Date(time).toISOString())
  .refine((time) => /^\d{4}-/.test(time) && time >= '0001', { error: 'Must be in the years 1 to 9999' });

const commonParameters = {
  page: pageNumber,
  pageSize: size,
  limit: size,
  cursor: z.string().max(2000),
  active: z.enum(['true', 'false'], { error: 'Must be true or false' }),
  q: z.string().max(200),
  sort: z.string().max(200),
  modified_since: since,
  as_of: since,
  include_scheduled: z.enum(['true', 'false'], { error: 'Must be true or false' }),
};

type CommonParameter = keyof typeof commonParameters;

/** Parameters about fields that only uniform entities have. */
const ofEntities: readonly CommonParameter[] = ['active', 'q', 'modified_since', 'include_scheduled'];

/** Returns the parameters that a resource's lists accept besides its filters. */
export function commonParametersOf(resource: Resource): CommonParameter[] {
  const names = Object.keys(commonParameters) as CommonParameter[];
  return names.filter((name) => {
    if (name === 'as_of') return hasFullHistory(resource);
    if (name === 'include_scheduled' && !hasSchedules(resource)) return false;
    return !(resource.answer && ofEntities.includes(name));
  });
}

/**
 * Parses `as_of` of a request for one record, which accepts no other parameter; null if absent. Problems name their
 * parameter (`pointer` is `?name`).
 */
export function parseMoment(
  resource: Resource,
  parameters: URLSearchParams,
): { asOf: string | null; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  let asOf: string | null = null;
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    const read = since.safeParse(values[0]);
    const pointer = `?${name}`;
    if (name !== 'as_of' || !hasFullHistory(resource))
      problems.push({ pointer, code: 'unknown_parameter', detail: `"${name}" is no parameter here` });
    else if (values.length > 1)
      problems.push({ pointer, code: 'repeated_parameter', detail: `"${name}" may be sent once` });
    else if (read.success) asOf = read.data;
    else
      problems.push({
        pointer,
        code: 'invalid_parameter',
        detail: read.error.issues[0]?.message ?? 'Not valid',
      });
  }
  return { asOf, problems };
}

/** Returns the schema of one value of an equality filter. */
export function filterSchema(resource: Resource, name: string): z.ZodType | undefined {
  if (name === 'id' || name === 'company_id') return guid();
  if (resource.filters.includes(name)) return resource.fields[name]?.schema;
  return Object.hasOwn(resource.extraFilters, name) ? resource.extraFilters[name] : undefined;
}

/** Returns the names of all equality filters of a resource. */
export const filterNames = (resource: Resource): string[] => [
  'id',
  'company_id',
  ...resource.filters,
  ...Object.keys(resource.extraFilters),
];

/** Begins the name of a filter whose values a record must not have: `not.dpt_id`. */
export const excluding = 'not.';

/** Returns whether the lists of a resource take its filters the other way round: those of uniform entities do. */
export const canExclude = (resource: Resource): boolean => resource.answer === undefined;

/**
 * Parses the query of a list request. Unknown parameters, values out of range and two kinds of paging at once are
 * problems, each naming its parameter (`pointer` is `?name`).
 */
export function parseListQuery(
  resource: Resource,
  parameters: URLSearchParams,
): { query: ListQuery; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const known = commonParametersOf(resource);
  const given: Record<string, unknown> = {};
  const equals: Record<string, string[]> = {};
  const excludes: Record<string, string[]> = {};
  const complain = (name: string, code: string, detail: string) =>
    problems.push({ pointer: `?${name}`, code, detail });

  for (const [name, value] of parameters) {
    if (value.includes('\0')) {
      complain(name, 'invalid_parameter', `"${name}" must not hold the character NUL`);
      continue;
    }
    const common = known.find((key) => key === name);
    if (common) {
      const result = commonParameters[common].safeParse(value);
      if (Object.hasOwn(given, name)) complain(name, 'repeated_parameter', `"${name}" may be sent once`);
      else if (result.success) given[name] = result.data;
      else complain(name, 'invalid_parameter', result.error.issues[0]?.message ?? 'Not valid');
      continue;
    }
    const isExcluding = name.startsWith(excluding) && canExclude(resource);
    const filter = isExcluding ? name.slice(excluding.length) : name;
    const filters = isExcluding ? excludes : equals;
    if (!filterSchema(resource, filter)) {
      complain(name, 'unknown_parameter', `"${name}" is no parameter of this list`);
      continue;
    }
    const values = filterValues(resource, filter, value);
    const before = filters[filter] ?? [];
    if (before.length > 0 && !isRepeatable(resource, filter))
      complain(name, 'repeated_parameter', `"${name}" may be sent once, with values separated by commas`);
    else if (typeof values === 'string') complain(name, 'invalid_parameter', values);
    else if (before.length + values.length > listLimit)
      complain(name, 'invalid_parameter', `At most ${listLimit} values`);
    else filters[filter] = [...before, ...values];
  }

  const sort = parseSort(resource, typeof given['sort'] === 'string' ? given['sort'] : '');
  for (const key of sort.unknown)
    complain('sort', 'invalid_parameter', `Lists of ${resource.name} do not sort by "${key}"`);
  const asksCursor = 'cursor' in given || 'limit' in given;
  const asksPage = 'page' in given || 'pageSize' in given;
  const byCursor = asksCursor || (resource.paging === 'cursor' && !asksPage);
  if (asksCursor && asksPage) {
    complain(
      'cursor',
      'two_pagings',
      'Ask for a page (page, pageSize) or go on from a cursor (cursor, limit), not both',
    );
  }
  return {
    query: { resource: resource.name, ...whatWasAsked(given, byCursor), sort: sort.keys, equals, excludes },
    problems,
  };
}

function whatWasAsked(
  given: Record<string, unknown>,
  byCursor: boolean,
): Omit<ListQuery, 'resource' | 'sort' | 'equals' | 'excludes'> {
  const number = (name: string, fallback: number) =>
    typeof given[name] === 'number' ? given[name] : fallback;
  const string = (name: string) => (typeof given[name] === 'string' ? given[name] : null);
  return {
    paging: byCursor
      ? { kind: 'cursor', cursor: string('cursor'), limit: number('limit', pageDefaults.pageSize) }
      : {
          kind: 'page',
          page: number('page', pageDefaults.page),
          pageSize: number('pageSize', pageDefaults.pageSize),
        },
    active: 'active' in given ? given['active'] === 'true' : null,
    q: string('q')?.trim() || null,
    modifiedSince: string('modified_since'),
    includeScheduled: given['include_scheduled'] === 'true',
    asOf: string('as_of'),
  };
}

const listLimit = 100;

/**
 * Returns whether the parameter of a filter may be sent several times: of those that look their records up by text, which
 * may contain commas, or by a record.
 */
export function isRepeatable(resource: Resource, name: string): boolean {
  const schema = Object.hasOwn(resource.extraFilters, name) ? resource.extraFilters[name] : undefined;
  return schema instanceof z.ZodGUID || (schema instanceof z.ZodString && schema.format === null);
}

/**
 * Returns the values of an equality filter, or what is wrong with them. Text may contain commas, so it is one value.
 */
function filterValues(resource: Resource, name: string, value: string): string[] | string {
  const schema = filterSchema(resource, name);
  const isText = name in resource.extraFilters || schema instanceof z.ZodString;
  const parts = isText && !(schema instanceof z.ZodGUID) ? [value] : value.split(',');
  if (parts.length > listLimit) return `At most ${listLimit} values`;
  for (const part of parts) {
    // Only plain digits are numbers here: `Number` accepts more than PostgreSQL does ("1e3", "0x1f").
    const isNumber = /^-?\d+$/.test(part) && schema?.safeParse(Number(part)).success;
    const wire = isNumber || schema?.safeParse(part).success;
    if (!wire || part.trim() === '') return `"${part}" is no value of ${name}`;
  }
  return parts;
}

function parseSort(resource: Resource, sort: string): { keys: SortKey[]; unknown: string[] } {
  const known = sortNames(resource);
  const keys = sort
    .split(',')
    .filter((part) => part !== '')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
  return { keys, unknown: keys.map((key) => key.field).filter((name) => !known.includes(name)) };
}
