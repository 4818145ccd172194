import { createContext, useContext, useSyncExternalStore } from 'react';
import { useTextOf } from '../i18n';
import { valueAt, type Json, type Path } from '../record/json';
import type { RecordState, RecordStore } from './record-store';
import type { formEn } from './text-en';

/** Provided by `RecordForm`: the record under edit. */
export const RecordContext = createContext<RecordStore | undefined>(undefined);

/** The record under edit. Throws outside of a `RecordForm`. */
export function useRecordStore(): RecordStore {
  const store = useContext(RecordContext);
  if (!store) throw new Error('A field needs RecordForm around it');
  return store;
}

/** Something of the record's state, kept up to date; `pick` must answer the same for the same state. */
export function useRecord<T>(pick: (state: RecordState) => T): T {
  const store = useRecordStore();
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

/** The value at a path as it stands in the form. */
export const useValue = (path: Path): Json | undefined => useRecord((state) => valueAt(state.current, path));

/** Provided by `Section`: its id, for the dots beside its link. */
export const SectionContext = createContext('');

type Plain<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
/** A key of the texts that every form shares. */
export type FormTextKey = Plain<keyof typeof formEn>;
export type SayForm = (key: FormTextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts that every form shares. */
export function useFormText(): SayForm {
  return useTextOf('form');
}

/** The texts of the record's own resource. */
export const useResourceText = () => useTextOf(useRecordStore().resource.name);
