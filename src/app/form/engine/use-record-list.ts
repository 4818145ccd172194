import { get, useFieldArray, useFormState } from 'react-hook-form';
import { pointerOf } from '@/contract/pointer';
import { isArray, isObject, type Json } from '@/record/json';
import { focusAdded } from './focus';
import { fieldName, toFormValue, type FieldPath } from './form-values';
import { useRecordContext, useRecordValue } from './record-context';

/** A row of a list in the record: its path and value. */
export interface ListRow {
  /** Identifies the row while others are added and removed. */
  readonly key: string;
  readonly index: number;
  readonly path: FieldPath;
  readonly value: Json;
}

/** A list of the record whose rows have controls of their own. */
export interface RecordList {
  readonly rows: readonly ListRow[];
  readonly hasErrors: boolean;
  /** Appends a row, and focuses its first control; creates the list if there is none. */
  readonly append: (value: Json) => void;
  readonly remove: (row: ListRow) => void;
}

/** Rows may have an `id` of their own, which the library would use as its key. */
const keyName = '_key';

/**
 * Returns a list as a field array of React Hook Form. The library creates a missing list and drops elements that are
 * not objects; where that would happen, the list is read and written as one value.
 */
export function useRecordList(path: FieldPath): RecordList {
  const record = useRecordContext();
  const list = useRecordValue(path);
  const values = isArray(list) ? list : [];
  const isRows = isArray(list) && list.every(isObject);
  const { control } = record;
  const name = fieldName(path);
  const { fields, append, remove } = useFieldArray({ control, name, keyName, disabled: !isRows });
  // Also renders the list again after a reset of the form, in which the library forgets the names of field arrays.
  const { errors } = useFormState({ control, name, exact: true });
  return {
    hasErrors: get(errors, name) !== undefined,
    rows: values.map((value, index) => ({
      key: fields[index]?.[keyName] ?? String(index),
      index,
      path: [...path, index],
      value,
    })),
    append(value) {
      if (isRows) append(toFormValue(value), { shouldFocus: false });
      else record.set(path, [...values, value]);
      focusAdded(pointerOf([...path.map(String), String(values.length)]));
    },
    remove({ index }) {
      if (isRows) remove(index);
      else record.set([...path, index], undefined);
    },
  };
}
