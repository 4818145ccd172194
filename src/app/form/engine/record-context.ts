import { createContext, use, useSyncExternalStore } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { FieldProblem } from '@/contract/problem';
import { useTextOf } from '../../i18n/i18n';
import type { Json } from '@/record/json';
import { fieldName, fromFormValue, type FieldPath } from './form-values';
import { problemsIn } from './record-errors';
import type { RecordForm, RecordState } from './use-record-form';

/** The record that is being edited; provided by `RecordForm`. */
export const RecordContext = createContext<RecordForm | undefined>(undefined);

/** The id of the section around a field; provided by `Section`, for the error dot of its link. */
export const SectionContext = createContext('');

/** Returns the record that is being edited. Throws outside of a `RecordForm`. */
export function useRecordContext(): RecordForm {
  const record = use(RecordContext);
  if (!record) throw new Error('A field needs RecordForm around it');
  return record;
}

/** Subscribes to a part of the record's state; `pick` must return an identical value for an unchanged state. */
export function useRecord<T>(pick: (state: RecordState) => T): T {
  const record = useRecordContext();
  return useSyncExternalStore(record.subscribe, () => pick(record.get()));
}

/** Returns the current value at a path of the form. */
export function useRecordValue(path: FieldPath): Json | undefined {
  const { control } = useRecordContext();
  return useWatch({ control, name: fieldName(path), compute: (value: unknown) => fromFormValue(value) });
}

/** Returns all problems that are shown at present. */
export function useProblems(): readonly FieldProblem[] {
  const { control } = useRecordContext();
  return problemsIn(useFormState({ control }).errors);
}

/** Returns the texts of the record's resource. */
export const useResourceText = () => useTextOf(useRecordContext().resource.name);
