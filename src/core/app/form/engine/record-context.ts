import { createContext, use, useSyncExternalStore } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { FieldProblem } from '../../../contract/problem';
import { useTextOf } from '../../i18n/i18n';
import type { Json } from '../../record/json';
import { fieldName, fromFormValue, type FieldPath } from './form-values';
import { problemsIn } from './record-errors';
import type { RecordForm, RecordState } from './use-record-form';

/** Provided by `RecordForm`: the record under edit. */
export const RecordContext = createContext<RecordForm | undefined>(undefined);

/** Provided by `Section`: its id, for the dots beside its link. */
export const SectionContext = createContext('');

/** The record under edit. Throws outside of a `RecordForm`. */
export function useRecordContext(): RecordForm {
  const record = use(RecordContext);
  if (!record) throw new Error('A field needs RecordForm around it');
  return record;
}

/** Something of the record's state, kept up to date; `pick` must answer the same for the same state. */
export function useRecord<T>(pick: (state: RecordState) => T): T {
  const record = useRecordContext();
  return useSyncExternalStore(record.subscribe, () => pick(record.get()));
}

/** The value at a path as it stands in the form. */
export function useRecordValue(path: FieldPath): Json | undefined {
  const { control } = useRecordContext();
  return useWatch({ control, name: fieldName(path), compute: (value: unknown) => fromFormValue(value) });
}

/** All problems that are shown at present. */
export function useProblems(): readonly FieldProblem[] {
  const { control } = useRecordContext();
  return problemsIn(useFormState({ control }).errors);
}

/** The texts of the record's own resource. */
export const useResourceText = () => useTextOf(useRecordContext().resource.name);
