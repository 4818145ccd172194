import { isSaidBy, pathsIn, touches, type FieldGroup } from '@/contract/field-groups';
import type { Me } from './session';

/** How the caller's role sees a place of a record: it changes it, only reads it, or does not know that it is there. */
export type FieldRight = 'change' | 'read' | 'none';

/**
 * Returns how the caller's role sees a place of a resource's records, or what a column, filter or sort of that name tells
 * (contract/field-groups.ts). Built-in roles, and generic servers, change everything that the access of the resource gives them. `path`
 * is of fields on the wire, of the elements of a list with or without their positions.
 */
export function fieldRight(me: Me | null, resource: string, path: string | readonly string[]): FieldRight {
  // Nearly everybody: a form asks this several times of each field.
  if (!me?.hidden?.length && !me?.read_only?.length) return 'change';
  const steps = typeof path === 'string' ? path.split('.') : path;
  const isOf = (groups: readonly FieldGroup[] | null | undefined): boolean =>
    Boolean(groups) &&
    (isSaidBy(groups ?? [], resource, steps.join('.')) || isInside(steps, pathsIn(groups ?? [], resource)));
  if (isOf(me?.hidden)) return 'none';
  return isOf(me?.read_only) ? 'read' : 'change';
}

/** Whether a path is one of these or within one; what only holds one of them is not. */
const isInside = (steps: readonly string[], paths: ReturnType<typeof pathsIn>): boolean =>
  touches(
    steps,
    // A column of a file names a member of a list without its position.
    [...paths, ...paths.map((path) => path.filter((step) => step !== '*'))].filter(
      (path) => path.length <= steps.length,
    ),
  );
