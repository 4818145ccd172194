import { fieldRight } from '../../session/field-rights';
import type { Me } from '../../session/session';
import type { ImportDeclaration, ImportField } from './import-field';

/** Returns what a resource says about its files without the fields that the caller's role may not write. */
export function givenFields(declaration: ImportDeclaration, me: Me | null): ImportDeclaration {
  if (!me?.hidden?.length && !me?.read_only?.length) return declaration;
  const isGiven = ({ path, member }: ImportField): boolean =>
    fieldRight(me, declaration.resource, member === undefined ? path : [...path, member]) === 'change';
  const fields = declaration.fields.filter(isGiven);
  const isKnown = (key: string) => fields.some((field) => field.key === key);
  return {
    ...declaration,
    fields,
    keys: declaration.keys.filter(({ field }) => isKnown(field)),
    required: declaration.required.filter(isKnown),
  };
}
