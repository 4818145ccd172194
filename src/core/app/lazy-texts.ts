import { useTranslation } from 'react-i18next';
import { useTextOf, type SayOf } from './i18n';

/** Texts that come with a part which is loaded later, and not with the application. */
export interface LazyTexts {
  readonly en: Readonly<Record<string, string>>;
  readonly fi: Readonly<Record<string, string>>;
}

/** Says texts that came with a part loaded later; `name` is theirs alone. */
export function useLazyTexts(name: string, texts: LazyTexts): SayOf {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle('en', name)) {
    i18n.addResourceBundle('en', name, texts.en);
    i18n.addResourceBundle('fi', name, texts.fi);
  }
  return useTextOf(name);
}
