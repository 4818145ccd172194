import type { i18n as I18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { addTexts, useTextOf, type SayOf } from './i18n';
import type { WithTexts } from '../shell/screen';

/** Names that were already added to an i18n instance: adding texts re-renders every component that uses any. */
const added = new WeakMap<I18n, Set<string>>();

/** Adds texts that were loaded with a component, and returns them; `name` must be unique. */
export function useLazyTexts(name: string, texts: NonNullable<WithTexts['texts']>): SayOf {
  const { i18n } = useTranslation();
  const addedNames = added.get(i18n) ?? new Set<string>();
  added.set(i18n, addedNames);
  if (!addedNames.has(name)) {
    addedNames.add(name);
    addTexts(i18n, name, { texts });
  }
  return useTextOf(name);
}
