import { useSyncExternalStore } from 'react';
import { pathOf } from '../../contract/problem';
import { valueAt } from '@/core/record/json';
import { useRecord, useRecordContext } from './engine/record-context';
import { textOf } from './engine/number-text';

/** A field that a new record cannot be saved without, and that is empty. */
export interface MissingField {
  readonly pointer: string;
  readonly label: string;
}

/** Returns what a new record still needs, in the order of the page; nothing for a stored one. */
export function useMissingFields(): readonly MissingField[] {
  const { fields, readOnly } = useRecordContext();
  const isNew = useRecord((state) => state.isNew);
  const current = useRecord((state) => state.current);
  // Fields come and go with their sections.
  useSyncExternalStore(fields.subscribe, fields.version);
  if (!isNew || readOnly) return [];
  return fields.required().filter(({ pointer }) => textOf(valueAt(current, pathOf(pointer))).trim() === '');
}
