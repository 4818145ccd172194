import { roles, type Role } from './role';
import type { Me } from './session';

type Parts = Readonly<Record<string, unknown>>;

/**
 * Returns the caller of an answer, exactly if `meSchema` accepts it; null otherwise. It says the same without zod, which the first page
 * does not load.
 */
export function readMe(answer: unknown): Me | null {
  if (!isObject(answer)) return null;
  const { company, user, key, memberships } = answer;
  const fits =
    isRole(answer['role']) &&
    isOptional(answer['live']) &&
    isOptional(answer['acting_as']) &&
    isCompany(company) &&
    (user === null || isUser(user)) &&
    (key === null || isNamed(key)) &&
    Array.isArray(memberships) &&
    memberships.every(isMembership);
  if (!fits) return null;
  const { ancestors } = company;
  const areCompanies =
    Array.isArray(ancestors) && ancestors.every((one) => isNamed(one) && isPriceTax(one['price_tax']));
  return { ...answer, company: { ...company, ancestors: areCompanies ? ancestors : [] } } as Me;
}

/** Returns the caller of an answer of `/api/session`; null if it says nobody, undefined if it is none. */
export function readSession(answer: unknown): Me | null | undefined {
  if (!isObject(answer)) return undefined;
  return answer['session'] === null ? null : (readMe(answer['session']) ?? undefined);
}

const isObject = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown) => typeof value === 'string';

const isOptional = (value: unknown) => value === undefined || isText(value);

const isRole = (value: unknown) => roles.includes(value as Role);

const isPriceTax = (value: unknown) =>
  value === undefined || value === null || value === 'included' || value === 'excluded';

const isNamed = (value: unknown): value is Parts =>
  isObject(value) && isText(value['id']) && isText(value['name']);

const isCompany = (value: unknown): value is Parts =>
  isNamed(value) &&
  (value['parent'] === null || isNamed(value['parent'])) &&
  ['currency', 'locale', 'timezone'].every((key) => isText(value[key])) &&
  isPriceTax(value['price_tax']);

const isUser = (value: unknown) =>
  isNamed(value) &&
  isText(value['email']) &&
  ['undefined', 'boolean'].includes(typeof value['has_password']) &&
  (value['language'] === null || isOptional(value['language'])) &&
  ((value['second_factor'] ?? null) === null || isAsked(value['second_factor']));

const isAsked = (value: unknown) =>
  isObject(value) &&
  isText(value['company']) &&
  isText(value['from']) &&
  typeof value['is_due'] === 'boolean';

const isMembership = (value: unknown) =>
  isObject(value) &&
  isText(value['id']) &&
  isOptional(value['acting_as']) &&
  isRole(value['role']) &&
  isNamed(value['company']);
