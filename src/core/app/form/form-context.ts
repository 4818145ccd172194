import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Resource } from '../../contract/resource';
import type { Client } from '../client';
import { languageFor, localeOf, useTextOf } from '../i18n';
import { valueAt, type Json, type Path } from '../record/json';
import type { RowSource } from '../row-source';
import type { Me } from '../session';
import type { RecordState, RecordStore } from './record-store';
import type { formEn } from './text-en';
import { useTranslation } from 'react-i18next';

/** What the page around a form gives it. */
export interface FormHost {
  readonly client: Client;
  /** Null on the bare interface. */
  readonly me: Me | null;
  /** Where the records come from that references point to. */
  readonly source: RowSource;
  /** The contract and the list's path of a resource that a field refers to. */
  readonly screens: Readonly<Record<string, { readonly contract: Resource; readonly path: string }>>;
}

/** Provided by the page of a record. */
export const FormHostContext = createContext<FormHost | undefined>(undefined);

/** The page's gifts. Throws outside of one. */
export function useFormHost(): FormHost {
  const host = useContext(FormHostContext);
  if (!host) throw new Error('A form needs FormHostContext around it');
  return host;
}

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
  const { t } = useTranslation('form');
  return useMemo(() => (key, values) => t(key, values ?? {}), [t]);
}

/** The texts of the record's own resource. */
export const useResourceText = () => useTextOf(useRecordStore().resource.name);

/** The locale in which numbers and dates are written. */
export function useLocale(): string {
  const { i18n } = useTranslation();
  return localeOf[languageFor([i18n.language])];
}
