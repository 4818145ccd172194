import type { i18n as I18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { addTexts, useTextOf, type SayOf } from './i18n';
import type { WithTexts } from '../shell/screen';

/** Which names have been added to which texts: adding them tells everybody who says something. */
const added = new WeakMap<I18n, Set<string>>();

/** Says texts that came with a part loaded later; `name` is theirs alone. */
export function useLazyTexts(name: string, texts: NonNullable<WithTexts['texts']>): SayOf {
  const { i18n } = useTranslation();
  const known = added.get(i18n) ?? new Set<string>();
  added.set(i18n, known);
  if (!known.has(name)) {
    known.add(name);
    addTexts(i18n, name, { texts });
  }
  return useTextOf(name);
}
