import type { ImportField, ImportKey, ValueKind, Words } from './import-field';

/** The id, by which a line of our own files finds its record. */
export const idField: ImportField = {
  key: 'id',
  kind: 'id',
  label: { en: 'ID', fi: 'Tunniste' },
  names: ['guid', 'uuid'],
  path: ['id'],
};

/** The key of that field. */
export const idKey: ImportKey = { name: 'id', field: 'id', label: idField.label, path: ['id'] };

/** The switch of every record. */
export const activeField: ImportField = {
  key: 'active',
  kind: 'flag',
  label: { en: 'Active', fi: 'Käytössä' },
  names: ['aktiivinen'],
  path: ['active'],
};

/** Declares a field by its path on the wire; those of `data` may be emptied. */
export const plainField = (
  key: string,
  kind: ValueKind,
  label: Words,
  names: readonly string[] = [],
  more: Partial<ImportField> = {},
): ImportField => ({
  key,
  kind,
  label,
  names,
  path: key.split('.'),
  ...(key.startsWith('data.') ? { isClearable: true } : {}),
  ...more,
});

/** Declares a key by one value of the record. */
export const plainKey = (name: string, field: ImportField, isName = false): ImportKey => ({
  name,
  field: field.key,
  label: field.label,
  path: field.path,
  isName,
});
